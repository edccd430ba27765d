import { issueTicket, type Signer, subjectOf, ticketKeyOf, ticketLifetime, weekOf } from '@comet/admission';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { holdDevice } from '../devices/index.ts';
import { gatewayPresence } from '../gateways/index.ts';
import { holdAccess } from '../subscription/index.ts';

export interface TicketDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly subjects: Uint8Array;
}

export interface TicketRequest {
  readonly userId: string;
  readonly deviceId: string;
  readonly gatewayId: string;
  readonly publicKey: string;
  readonly standby: boolean;
}

export interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: string;
  readonly sessionUntil: string;
}

export type TicketRefusal = 'not_found' | 'subscription_required' | 'gateway_unavailable';

const longestSession = 24 * 3600;

/**
 * A ticket for one device, gateway and key. Device and subscription stay locked until it is issued, and its time is taken under
 * the locks: whoever takes the right away afterwards revokes with a later time, so no ticket slips through in between.
 */
export async function issueTicketFor(
  deps: TicketDeps,
  request: TicketRequest,
): Promise<Result<IssuedTicket, TicketRefusal>> {
  return deps.db.transaction().execute(async (trx) => {
    const device = await holdDevice(trx, { userId: request.userId, id: request.deviceId });
    if (device === null) return err('not_found');
    const access = await holdAccess(trx, request.userId, deps.clock.now());
    if (access === null) return err('subscription_required');
    const now = deps.clock.now();
    const gateway = await gatewayPresence(trx, request.gatewayId, now);
    // A stand-by ticket is for later: the gateway may be back by then.
    if (gateway === null || !(gateway.online || request.standby)) return err('gateway_unavailable');

    const iat = unixSeconds(now);
    const sessionUntil = Math.min(iat + longestSession, unixSeconds(access.until));
    const typ = request.standby ? 'standby' : 'session';
    const exp = Math.min(iat + ticketLifetime[typ], sessionUntil);
    const ticket = issueTicket(deps.signer, {
      typ,
      aud: request.gatewayId,
      iat,
      exp,
      sub: subjectOf(deps.subjects, request.userId, request.gatewayId, weekOf(now)),
      slot: device.slot,
      key: ticketKeyOf(request.publicKey),
      features: [],
      sessionUntil,
    });
    return ok({ ticket, expiresAt: isoOf(exp), sessionUntil: isoOf(sessionUntil) });
  });
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
