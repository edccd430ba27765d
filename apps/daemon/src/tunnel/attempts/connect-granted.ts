import type { Dns } from '../../platform/dns/dns.ts';
import type { Firewall } from '../../platform/firewall/firewall.ts';
import type { SavedSession } from '../../platform/saved-session/saved-session.ts';
import type { Routing } from '../../platform/routing/routing.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';

/** Milliseconds. WireGuard itself repeats a lost first packet after 5 s, so one loss must fit. */
const maxConnectMs = 8_000;

/** Poll intervals in ms: a tenth of the time waited so far, so that polling delays the result by a tenth at most. */
const pauses = { min: 1, max: 50, part: 0.1 };

/**
 * Returns true once the peer has responded; false after `timeout` milliseconds or an abort. The last poll is at the end of that time: a
 * busy process can be late for all earlier ones.
 */
export async function waitForHandshake(
  wireguard: Pick<Wireguard, 'peer'>,
  signal: AbortSignal,
  timeout = maxConnectMs,
): Promise<boolean> {
  const start = performance.now();
  for (let waited = 0; ; ) {
    const peer = await wireguard.peer().catch(() => null);
    if (signal.aborted) return false;
    if (peer !== null && peer.lastHandshake !== null) return true;
    if (waited >= timeout) return false;
    const pause = Math.min(Math.max(waited * pauses.part, pauses.min), pauses.max, timeout - waited);
    // The global timer, which tests can replace.
    await new Promise((resolve) => setTimeout(resolve, pause));
    // Polls and late timers take time too, on a busy machine as much as the pauses.
    waited = Math.max(waited + pause, performance.now() - start);
  }
}

export interface RestoreParts {
  readonly firewall: Pick<Firewall, 'apply'>;
  readonly wireguard: Pick<Wireguard, 'ready' | 'setPeer' | 'peer'>;
  readonly routing: Pick<Routing, 'raise'>;
  readonly dns: Pick<Dns, 'use'>;
}

/** Timeout in ms for the handshake response if the round-trip time to the gateway is not measured. */
export const unmeasuredHandshakeMs = 600;

/** The effects of a connect with a session that a gateway has already granted. Each returns null, or why it failed. */
interface GrantedSteps<Reason> {
  /** Waits until the firewall rules are in force. */
  rules(): Promise<Reason | null>;
  /** Sets the peer, which also sends the handshake. */
  peer(): Promise<Reason | null>;
  /** Sets addresses, routes and resolvers. */
  link(): Promise<Reason | null>;
  /** Returns whether the gateway has responded to the handshake. */
  handshake(): Promise<boolean>;
}

/**
 * The order of a connect with a granted session: the handshake is sent while the rules are applied, since only this machine sends it; the
 * link is raised when they are in force. Returns null when the tunnel is up. When it returns or rejects, no step is pending.
 */
export async function connectGranted<Reason extends string>(
  steps: GrantedSteps<Reason>,
): Promise<Reason | 'no_response' | null> {
  const [rules, peer] = await allSettledOrThrow([steps.rules(), steps.peer()]);
  const failure = peer ?? rules;
  if (failure !== null) return failure;
  const [link, hasResponded] = await allSettledOrThrow([steps.link(), steps.handshake()]);
  return link ?? (hasResponded ? null : 'no_response');
}

/** Restores a saved session. Returns whether the gateway has responded; rejects with the first failure. */
export async function restoreSession(
  { firewall, wireguard, routing, dns }: RestoreParts,
  { policy, peer, mtu, addresses, resolvers }: SavedSession,
  privateKey: string,
): Promise<boolean> {
  const failure = await connectGranted<never>({
    rules: () => firewall.apply(policy).then(() => null),
    async peer() {
      await wireguard.ready(privateKey);
      await wireguard.setPeer(peer, mtu);
      return null;
    },
    async link() {
      await allSettledOrThrow([routing.raise(addresses), dns.use(resolvers, addresses.link)]);
      return null;
    },
    handshake: () => waitForHandshake(wireguard, new AbortController().signal, unmeasuredHandshakeMs),
  });
  return failure === null;
}

/** Like `Promise.all`, but waits until all have settled. */
async function allSettledOrThrow<T extends readonly Promise<unknown>[]>(works: readonly [...T]) {
  await Promise.allSettled(works);
  return Promise.all(works);
}
