import type { Dns } from '../platform/dns.ts';
import type { Firewall } from '../platform/firewall.ts';
import type { HeadStart } from '../platform/head-start.ts';
import type { Routing } from '../platform/routing.ts';
import type { Wireguard } from '../platform/wireguard.ts';
import { waitForHandshake } from './handshake.ts';

export interface AheadParts {
  readonly firewall: Pick<Firewall, 'apply'>;
  readonly wireguard: Pick<Wireguard, 'ready' | 'setPeer' | 'peer'>;
  readonly routing: Pick<Routing, 'raise'>;
  readonly dns: Pick<Dns, 'use'>;
}

/** Milliseconds for the answer to the handshake: nobody has measured the way to the gateway yet. */
const patience = 600;

/**
 * Puts a head start up, in the order of `attemptStandby`: the handshake goes while the rules are put in force, since only we send it, and
 * the link is raised when they hold. Resolves with whether the gateway has answered; rejects with the first thing that failed. Nothing
 * of it is under way then.
 */
export async function putUpAhead(
  { firewall, wireguard, routing, dns }: AheadParts,
  { policy, peer, mtu, addresses, resolvers }: HeadStart,
  privateKey: string,
): Promise<boolean> {
  await allDone([
    firewall.apply(policy),
    wireguard.ready(privateKey).then(() => wireguard.setPeer(peer, mtu)),
  ]);
  const [answered] = await allDone([
    waitForHandshake(wireguard, new AbortController().signal, patience),
    routing.raise(addresses),
    dns.use(resolvers, addresses.link),
  ]);
  return answered;
}

/** As `Promise.all`, but not before each of them has come to its end. */
async function allDone<T extends readonly Promise<unknown>[]>(works: readonly [...T]) {
  await Promise.allSettled(works);
  return Promise.all(works);
}
