import type { ExitClaim } from '@comet/admission';
import { ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { poolClaim } from '../residential-data/index.ts';
import { dedicatedClaim } from '../services/index.ts';

interface Wish {
  readonly userId: string;
  readonly gatewayId: string;
  readonly location?: string | undefined;
  readonly serviceId?: string | undefined;
  /** Until when the account has access. */
  readonly until: Date;
  readonly now: Date;
}

type Refusal =
  | 'not_found'
  | 'residential_data_required'
  | 'spending_stopped'
  | 'service_ended'
  | 'exit_unavailable';

/** Where a session is to leave and until when it may; null where it leaves by the gateway's own addresses. */
export async function exitFor(
  trx: DatabaseTransaction,
  wish: Wish,
): Promise<Result<{ readonly claim: ExitClaim; readonly until: Date } | null, Refusal>> {
  const { serviceId, location, until } = wish;
  if (serviceId !== undefined) return dedicatedClaim(trx, { ...wish, serviceId });
  if (location === undefined) return ok(null);
  const claim = await poolClaim(trx, { ...wish, location });
  return claim.ok ? ok({ claim: claim.value, until }) : claim;
}
