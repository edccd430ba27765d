import type { Dns } from '../../platform/dns/dns.ts';
import type { Firewall } from '../../platform/firewall/firewall.ts';
import type { SavedSession } from '../../platform/saved-session/saved-session.ts';
import type { Routing } from '../../platform/routing/routing.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';

/** Milliseconds. WireGuard itself repeats a lost first packet after 5 s, so one loss must fit. */
const longest = 8_000;

/** Pauses between two looks: a tenth of what was waited already, so that no more than that is ever added to it. */
const pauses = { least: 1, most: 50, part: 0.1 };

/** True once the peer has answered; false when it does not within `atMost` milliseconds, or the signal ends the wait. */
export async function waitForHandshake(
  wireguard: Pick<Wireguard, 'peer'>,
  signal: AbortSignal,
  atMost = longest,
): Promise<boolean> {
  let waited = 0;
  while (waited < atMost) {
    const peer = await wireguard.peer().catch(() => null);
    if (signal.aborted) return false;
    if (peer !== null && peer.lastHandshake !== null) return true;
    const pause = Math.min(Math.max(waited * pauses.part, pauses.least), pauses.most);
    // The global timer, which tests can replace.
    await new Promise((resolve) => setTimeout(resolve, pause));
    waited += pause;
  }
  return false;
}

export interface RestoreParts {
  readonly firewall: Pick<Firewall, 'apply'>;
  readonly wireguard: Pick<Wireguard, 'ready' | 'setPeer' | 'peer'>;
  readonly routing: Pick<Routing, 'raise'>;
  readonly dns: Pick<Dns, 'use'>;
}

/** Timeout in ms for the handshake response: the round-trip time to the gateway is not measured yet. */
const patience = 600;

/**
 * Puts a saved session up, in the order of `attemptStandby`: the handshake goes while the rules are put in force, since only we send it, and
 * the link is raised when they hold. Resolves with whether the gateway has answered; rejects with the first thing that failed. Nothing
 * of it is under way then.
 */
export async function restoreSession(
  { firewall, wireguard, routing, dns }: RestoreParts,
  { policy, peer, mtu, addresses, resolvers }: SavedSession,
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
