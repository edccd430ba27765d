import { unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import { currentRequestId } from '../../../platform/current-request.ts';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { announcementOf } from './announcement.ts';

/** The channel whose notifications wake the streams of the gateways in the payload (`announcementOf`). */
export const feedChannel = 'gateway_changes';

/** Held until commit by transactions that add changes, so that their ids become visible in order. */
export const feedLock = 0x636f6d65;

/** How long a revocation matters, in seconds: a stand-by ticket is valid for 24 h, and clocks may differ. */
export const revocationLifeSeconds = 26 * 3600;

/** A statement has at most 65,535 parameters, and a change has at most eight. */
const maxRowsPerInsert = 8_000;

/** A grant was added or withdrawn. */
export type GrantChange =
  | {
      /** Null for a grant that is in force on all gateways. */
      readonly gatewayId: string | null;
      readonly grantId: string;
      readonly kind: 'grant' | 'withdraw';
    }
  | CredentialEnd;

/** An account's credential of all gateways was withdrawn: discloses its revocation key, and the keys of subjects that end with it. */
interface CredentialEnd {
  readonly gatewayId: null;
  readonly grantId: string;
  readonly kind: 'revoke_account';
  readonly accountKeys: readonly string[];
}

/** Sends changed grants to gateways, in the transaction that changes them. Call it last, for the same reason as `Revoke`. */
export async function announceGrants(
  trx: DatabaseTransaction,
  changes: readonly GrantChange[],
  now: Date,
): Promise<void> {
  await addChanges(
    trx,
    changes.map((change) => ({
      ...change,
      sub: null,
      // A login issued in this second counts as issued before.
      notBefore: unixSeconds(now) + (change.kind === 'revoke_account' ? 1 : 0),
    })),
  );
}

interface NewChange {
  /** Null for a broadcast. */
  readonly gatewayId: string | null;
  readonly kind?: 'grant' | 'withdraw' | 'revoke_account';
  readonly grantId?: string;
  readonly sub: string | null;
  readonly slot?: number | null;
  readonly notBefore: number;
  readonly accountKeys?: readonly string[];
}

/** Adds changes and announces them. Call it last, for the same reason as `Revoke`. */
export async function addChanges(trx: DatabaseTransaction, rows: readonly NewChange[]): Promise<void> {
  if (rows.length === 0) return;
  const requestId = currentRequestId() ?? null;
  await sql`select pg_advisory_xact_lock(${feedLock})`.execute(trx);
  for (let start = 0; start < rows.length; start += maxRowsPerInsert) {
    const some = rows.slice(start, start + maxRowsPerInsert).map((row) => ({ ...row, requestId }));
    await trx.insertInto('gatewayChanges').values(some).execute();
  }
  const announcement = announcementOf(rows.map(({ gatewayId }) => gatewayId));
  await sql`select pg_notify(${feedChannel}, ${announcement})`.execute(trx);
}
