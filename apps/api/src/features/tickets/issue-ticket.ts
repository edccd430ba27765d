import {
  issueTicket,
  type Signer,
  type SubjectKeys,
  subjectOf,
  ticketKeyOf,
  ticketLifetime,
  weekOf,
  type ExitClaim,
} from '@comet/admission';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { lockConnectEntitlement } from '../devices/index.ts';
import { gatewayPresence } from '../gateways/index.ts';
import { poolClaim } from '../residential-data/index.ts';
import { dedicatedClaim } from '../dedicated-ips/index.ts';

export interface TicketDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly subjects: SubjectKeys;
}

interface TicketRequest {
  readonly userId: string;
  readonly deviceId: string;
  readonly gatewayId: string;
  readonly publicKey: string;
  readonly standby: boolean;
  /** A residential location as the exit. */
  readonly location?: string | undefined;
  /** A dedicated IP as the exit. */
  readonly serviceId?: string | undefined;
}

interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: string;
  readonly sessionUntil: string;
}

export type TicketRefusal =
  | 'not_found'
  | 'subscription_required'
  | 'gateway_unavailable'
  | 'residential_data_required'
  | 'spending_stopped'
  | 'service_ended'
  | 'exit_unavailable';

const maxSessionSeconds = 24 * 3600;

/** Issues a ticket for one device, gateway and key, under the lock of the device's access. */
export async function issueTicketFor(
  deps: TicketDeps,
  request: TicketRequest,
): Promise<Result<IssuedTicket, TicketRefusal>> {
  return deps.db.transaction().execute(async (trx) => {
    const right = await lockConnectEntitlement(trx, deps.clock, request);
    if (!right.ok) return right;
    const { slot, until, now } = right.value;
    const gateway = await gatewayPresence(trx, request.gatewayId, now);
    // A standby ticket is for later use: the gateway may be online by then.
    if (gateway === null || !(gateway.online || request.standby)) return err('gateway_unavailable');
    const exit = await exitFor(trx, { ...request, until, now });
    if (!exit.ok) return exit;

    const iat = unixSeconds(now);
    const lasting = Math.min(unixSeconds(until), unixSeconds(exit.value?.until ?? until));
    const sessionUntil = Math.min(iat + maxSessionSeconds, lasting);
    const typ = request.standby ? 'standby' : 'session';
    const exp = Math.min(iat + ticketLifetime[typ], sessionUntil);
    const ticket = issueTicket(deps.signer, {
      typ,
      aud: request.gatewayId,
      iat,
      exp,
      sub: subjectOf(deps.subjects, request.userId, request.gatewayId, weekOf(now)),
      slot,
      key: ticketKeyOf(request.publicKey),
      features: [],
      sessionUntil,
      ...(exit.value === null ? {} : { exit: exit.value.claim }),
    });
    return ok({ ticket, expiresAt: isoOf(exp), sessionUntil: isoOf(sessionUntil) });
  });
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

interface ExitRequest {
  readonly userId: string;
  readonly gatewayId: string;
  readonly location?: string | undefined;
  readonly serviceId?: string | undefined;
  /** End of the account's access. */
  readonly until: Date;
  readonly now: Date;
}

type Refusal =
  | 'not_found'
  | 'residential_data_required'
  | 'spending_stopped'
  | 'service_ended'
  | 'exit_unavailable';

/** Returns the exit of a session and the end of its entitlement; null for the gateway's own addresses. */
async function exitFor(
  trx: DatabaseTransaction,
  requestedExit: ExitRequest,
): Promise<Result<{ readonly claim: ExitClaim; readonly until: Date } | null, Refusal>> {
  const { serviceId, location, until } = requestedExit;
  if (serviceId !== undefined) return dedicatedClaim(trx, { ...requestedExit, serviceId });
  if (location === undefined) return ok(null);
  const claim = await poolClaim(trx, { ...requestedExit, location });
  return claim.ok ? ok({ claim: claim.value, until }) : claim;
}
