import type { Wireguard } from '../platform/wireguard.ts';

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
