import { type WgCall, wgAddPeers, wgRemovePeers } from './wg-tool.ts';
import { checkChange } from './wireguard-checks.ts';
import type { PeerChange, PeerStatus } from './wireguard-device.ts';

/** Changes a device's peers by wg(8): those that go are removed first. Throws a TypeError at what wg would not read as it is meant. */
export async function changeByWg(
  name: string,
  change: PeerChange,
  device: {
    status(): Promise<readonly PeerStatus[]>;
    wg(call: WgCall): Promise<unknown>;
  },
): Promise<void> {
  checkChange(change);
  const kept = new Set(change.set?.map((peer) => peer.publicKey));
  const remove =
    change.replaceAll === true
      ? (await device.status()).map((peer) => peer.publicKey).filter((key) => !kept.has(key))
      : (change.remove ?? []);
  for (const removal of wgRemovePeers(name, remove)) await device.wg(removal);
  if (change.set !== undefined && change.set.length > 0) await device.wg(wgAddPeers(name, change.set));
}
