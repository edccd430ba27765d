import {
  exitTicketLifetime,
  issueExitTicket,
  type Signer,
  ticketKeyOf,
  type ExitTicketClaims,
  type ExitUse,
} from '@comet/admission';
import type { api, ReplyOf } from '@comet/contract';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { gatewaysForExits, serverNameOf, leastLoaded } from '../gateways/index.ts';
import { lockExit, type StoredExit } from './exits.store.ts';
import { liveExits } from './live-exits.ts';

/** Number of exits from which on a gateway is no longer preferred. */
const goodCompany = 100;

interface Located {
  readonly country: string;
  readonly city: string;
  readonly use: ExitUse;
}

/**
 * Returns the gateway for an exit: its current one while online; else one with exits of the same location, which can replace each other at
 * once; else one with any exits, since a customer's proxy is at one gateway; else the least loaded one.
 */
export function chooseGateway<
  G extends { readonly id: string; readonly online: boolean; readonly loadPercent: number | null },
>(
  exit: Located & { readonly id: string; readonly gatewayId: string | null },
  gateways: readonly G[],
  live: readonly (Located & { readonly id: string; readonly gatewayId: string })[],
): G | null {
  const own = gateways.find(({ id, online }) => id === exit.gatewayId && online);
  if (own !== undefined) return own;
  const others = live.filter(({ id }) => id !== exit.id);
  const near = others.filter(
    ({ country, city, use }) => country === exit.country && city === exit.city && use === exit.use,
  );
  const withSome = (company: typeof others) =>
    gateways.filter(({ id }) => {
      const all = others.filter(({ gatewayId }) => gatewayId === id).length;
      return all < goodCompany && company.some(({ gatewayId }) => gatewayId === id);
    });
  return leastLoaded(withSome(near)) ?? leastLoaded(withSome(others)) ?? leastLoaded(gateways);
}

export interface ExitTicketDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  /** PEM, the current one first. */
  readonly authorities: readonly string[];
}

/**
 * Issues a ticket for an exit's gateway (see `chooseGateway`). The exit stays locked and the time is read under the lock, so that stopping
 * the exit later revokes with a later time.
 */
export async function issueTicketForExit(
  deps: ExitTicketDeps,
  exitId: string,
): Promise<
  Result<ReplyOf<typeof api.issueExitTicket>, 'not_found' | 'exit_stopped' | 'gateway_unavailable'>
> {
  return deps.db.transaction().execute(async (trx) => {
    const exit = await lockExit(trx, exitId);
    if (exit === null) return err('not_found');
    if (exit.stoppedAt !== null) return err('exit_stopped');
    const now = deps.clock.now();
    const gateway = chooseGateway(exit, await gatewaysForExits(trx, now), await liveExits(trx, now));
    if (gateway === null) return err('gateway_unavailable');
    if (gateway.id !== exit.gatewayId) {
      await trx
        .updateTable('exits')
        .set({ gatewayId: gateway.id, movedAt: now, state: null, stateAt: null, latencyMs: null })
        .where('id', '=', exitId)
        .execute();
    }
    // Of the time when the drain began: the revocation that drains it covers this ticket, too.
    const iat = unixSeconds(exit.drainingSince ?? now);
    const exp = iat + exitTicketLifetime;
    const { country, city, use } = exit;
    const ticket = issueExitTicket(deps.signer, {
      ...{ aud: gateway.id, iat, exp, exit: exitId, country, city, use },
      key: ticketKeyOf(exit.wireguardPublicKey),
      caps: capsOf(exit),
      rules: { ports: exit.deniedPorts, networks: exit.deniedNetworks, names: exit.deniedNames },
    });
    const { id, ipv4, ipv6, doorPort, wireguardPublicKey } = gateway;
    return ok({
      ticket,
      expiresAt: new Date(exp * 1000).toISOString(),
      gateway: { id, serverName: serverNameOf(id), ipv4, ipv6, doorPort, wireguardPublicKey },
      trust: { certificateAuthorities: [...deps.authorities] },
    });
  });
}

type Caps = ExitTicketClaims['caps'];

/** Returns an exit's caps: the lower of the owner's and the operator's. */
function capsOf(
  exit: Pick<StoredExit, 'capBytesPerSecond' | 'capDayBytes' | 'limitBytesPerSecond' | 'limitDayBytes'>,
): Caps {
  return {
    bytesPerSecond: lower(exit.capBytesPerSecond, exit.limitBytesPerSecond),
    dayBytes: lower(exit.capDayBytes, exit.limitDayBytes),
  };
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
