import type { Openvpn } from '../platform/openvpn.ts';
import type { Stay } from './machine.ts';
import type { OpenvpnSession } from './state.ts';
import { answers, type WatchParts } from './watch-link.ts';

/** Milliseconds between two looks at the counters, and for an answer where the network is another. */
const lookEvery = 2_500;
const quickAnswer = 3_000;

export interface WatchOpenvpnParts extends Pick<WatchParts, 'probe' | 'stir' | 'onPeer'> {
  readonly openvpn: Openvpn;
}

/**
 * Looks after a tunnel of OpenVPN until it is left. OpenVPN itself notices that the gateway is gone, or sends us away; only when the network changes
 * or the machine wakes is the gateway asked, because its patience is longer than ours then.
 */
export async function watchOpenvpn(
  parts: WatchOpenvpnParts,
  state: { readonly key: string; readonly session: OpenvpnSession },
  stay: Stay,
): Promise<void> {
  const { signal } = stay;
  while (!signal.aborted) {
    const traffic = parts.openvpn.traffic();
    if (traffic !== null)
      parts.onPeer({ rxBytes: traffic.received, txBytes: traffic.sent, lastHandshake: null });
    const stirred = await parts.stir.pause(lookEvery, signal);
    if (!stirred || (await answers(parts.probe, state.session, signal, quickAnswer))) continue;
    if (!signal.aborted) stay.tell({ kind: 'link-lost', key: state.key });
    return;
  }
}
