import { setTimeout as sleep } from 'node:timers/promises';
import type { Wireguard } from '../platform/wireguard.ts';

/** Milliseconds. WireGuard itself repeats a lost first packet after 5 s, so one loss must fit. */
const longest = 8_000;
const lookAt = { first: 1, most: 50 };

/** True once the peer has answered; false when it does not, or the signal ends the wait. Looks often at first: an answer from nearby comes within a few milliseconds. */
export async function waitForHandshake(wireguard: Wireguard, signal: AbortSignal): Promise<boolean> {
  let waited = 0;
  for (let pause = lookAt.first; waited < longest; pause = Math.min(pause * 1.5, lookAt.most)) {
    const peer = await wireguard.peer().catch(() => null);
    if (signal.aborted) return false;
    if (peer !== null && peer.lastHandshake !== null) return true;
    await sleep(pause);
    waited += pause;
  }
  return false;
}
