import type { Openvpn } from '../../platform/openvpn/openvpn.ts';
import { type Beat, isSilent, newLink, observe } from './link-health.ts';
import type { StateLifetime } from '../machine.ts';
import type { OpenvpnSession } from '../../model/session.ts';
import { answers, type WatchParts } from './watch-link.ts';

/** Milliseconds between two looks at the counters, which the client tells each second. */
const lookEvery = 1_500;
/** Milliseconds for an answer: two packets fit. */
const quickAnswer = 3_000;
/** OpenVPN's ping, as our client is told to send it, with room. */
const ping: Beat = { every: 5_000, bytes: 48 };

export interface WatchOpenvpnParts extends Pick<WatchParts, 'probe' | 'changeEvent' | 'onPeer' | 'clock'> {
  readonly openvpn: Openvpn;
}

/**
 * Looks after a tunnel of OpenVPN until it is left. OpenVPN itself notices that the gateway is gone, or sends us away; but it has the
 * patience of two lost pings, so the gateway is asked when we send into silence, when the network changes and when the machine wakes.
 */
export async function watchOpenvpn(
  parts: WatchOpenvpnParts,
  state: { readonly key: string; readonly session: OpenvpnSession },
  stay: StateLifetime,
): Promise<void> {
  const { openvpn, clock } = parts;
  const { signal } = stay;
  let health = newLink;
  while (!signal.aborted) {
    const stirred = await parts.changeEvent.pause(lookEvery, signal);
    const now = clock.now().getTime();
    const traffic = openvpn.traffic();
    if (traffic !== null) {
      const peer = { rxBytes: traffic.received, txBytes: traffic.sent, lastHandshake: null };
      parts.onPeer(peer);
      health = observe(health, peer, now, ping);
    }
    if (!(stirred || isSilent(health, now))) continue;
    if (await answers(parts.probe, state.session, signal, quickAnswer)) continue;
    if (!signal.aborted) stay.report({ kind: 'link-lost', key: state.key });
    return;
  }
}
