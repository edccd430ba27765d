import type { Openvpn } from '../../platform/openvpn/openvpn.ts';
import { type Keepalive, isSilent, newLink, observe } from './link-health.ts';
import type { StateLifetime } from '../machine.ts';
import type { OpenvpnSession } from '../../model/session.ts';
import { responds, type WatchParts } from './watch-link.ts';

/** Interval in ms between two readings of the counters, which the client reports each second. */
const checkInterval = 1_500;
/** Timeout in ms of a response: enough for two packets. */
const probeTimeout = 3_000;
/** OpenVPN's ping, as our client is configured, with a margin. */
const ping: Keepalive = { every: 5_000, bytes: 48 };

export interface WatchOpenvpnParts extends Pick<WatchParts, 'probe' | 'changeEvent' | 'onPeer' | 'clock'> {
  readonly openvpn: Openvpn;
}

/**
 * Monitors a tunnel of OpenVPN while it is up. OpenVPN itself detects a lost gateway or a refusal, but only after
 * two lost pings, so the gateway is also probed after silence, after a change of the network and when the machine wakes.
 */
export async function watchOpenvpn(
  parts: WatchOpenvpnParts,
  state: { readonly key: string; readonly session: OpenvpnSession },
  lifetime: StateLifetime,
): Promise<void> {
  const { openvpn, clock } = parts;
  const { signal } = lifetime;
  let health = newLink;
  while (!signal.aborted) {
    const isNotified = await parts.changeEvent.pause(checkInterval, signal);
    const now = clock.now().getTime();
    const traffic = openvpn.traffic();
    if (traffic !== null) {
      const peer = { rxBytes: traffic.received, txBytes: traffic.sent, lastHandshake: null };
      parts.onPeer(peer);
      health = observe(health, peer, now, ping);
    }
    if (!(isNotified || isSilent(health, now))) continue;
    if (await responds(parts.probe, state.session, signal, probeTimeout)) continue;
    if (!signal.aborted) lifetime.report({ kind: 'link-lost', key: state.key });
    return;
  }
}
