import { exitTicketLifetime, issueExitTicket, type Signer, ticketKeyOf } from '@comet/admission';
import type { api, ReplyOf } from '@comet/contract';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { gatewaysForExits, serverNameOf } from '../gateways/index.ts';
import { capsOf } from './caps.ts';
import { chooseGateway } from './choose-gateway.ts';
import { lockExit } from './exits.store.ts';
import { liveExits } from './live-exits.ts';

export interface ExitTicketDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  /** PEM, the current one first. */
  readonly authorities: readonly string[];
}

/**
 * A ticket for the gateway that an exit serves: the one from before while it is there, else one where it has company. The exit stays locked, and the
 * time is taken under the lock, so that whoever stops it afterwards revokes with a later time.
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
        .set({ gatewayId: gateway.id, state: null, stateAt: null, latencyMs: null })
        .where('id', '=', exitId)
        .execute();
    }
    const iat = unixSeconds(now);
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
