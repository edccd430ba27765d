import { type Clock, systemClock, unixSeconds } from '@comet/foundation';
import type { PeerStatus, WireguardPeer } from '@comet/linux-network';
import type { Wireguard } from './wireguard.ts';

export interface FakeWireguard extends Wireguard {
  /** Whether the gateway answers handshakes. */
  responding: boolean;
  /** The only port at which it does; null for any. */
  openPort: number | null;
  failing: boolean;
  current: PeerStatus | null;
  privateKey: string | null;
  /** Whether the device can have a second tunnel. */
  marksPackets: boolean;
  /** Whether the gateway of the prepared peer answers its handshake. */
  nextResponds: boolean;
  /** The key of the prepared peer. */
  prepared: string | null;
  /** How often all peers were removed. */
  cleared: number;
  die(reason: string): void;
}

/** Returns a WireGuard device in memory whose peer responds while `responding` is true. */
export function fakeWireguard(clock: Clock = systemClock): FakeWireguard {
  const listeners = new Set<(reason: string) => void>();
  const wireguard: FakeWireguard = {
    responding: true,
    openPort: null,
    failing: false,
    current: null,
    privateKey: null,
    marksPackets: true,
    get acceptsSecondPeer() {
      return wireguard.marksPackets;
    },
    nextResponds: true,
    prepared: null,
    cleared: 0,
    die(reason) {
      wireguard.current = null;
      for (const listener of listeners) listener(reason);
    },
    async ready(privateKey) {
      await Promise.resolve();
      if (wireguard.failing) throw new Error('no device');
      wireguard.privateKey = privateKey;
    },
    async setPeer(peer: WireguardPeer) {
      await Promise.resolve();
      wireguard.prepared = null;
      wireguard.current = {
        publicKey: peer.publicKey,
        endpoint: peer.endpoint ?? null,
        allowedIps: peer.allowedIps,
        rxBytes: 0,
        txBytes: 0,
        lastHandshake: null,
      };
    },
    async setEndpoint(publicKey, endpoint) {
      await Promise.resolve();
      if (wireguard.current?.publicKey === publicKey) wireguard.current = { ...wireguard.current, endpoint };
    },
    setMtu: () => Promise.resolve(),
    setPresharedKey: () => Promise.resolve(),
    async preparePeer(peer) {
      await Promise.resolve();
      if (!wireguard.marksPackets) return false;
      wireguard.prepared = peer.publicKey;
      return true;
    },
    async removePrepared() {
      await Promise.resolve();
      wireguard.prepared = null;
    },
    async hasResponded(publicKey) {
      await Promise.resolve();
      return wireguard.nextResponds && wireguard.prepared === publicKey;
    },
    async clearPeers() {
      await Promise.resolve();
      wireguard.cleared += 1;
      wireguard.prepared = null;
      wireguard.current = null;
    },
    async peer() {
      await Promise.resolve();
      if (wireguard.current === null) return null;
      const { openPort, current } = wireguard;
      const isOpen = openPort === null || current.endpoint?.endsWith(`:${openPort}`) === true;
      return wireguard.responding && isOpen
        ? { ...wireguard.current, lastHandshake: unixSeconds(clock.now()) }
        : wireguard.current;
    },
    peerWith: async (publicKey) => {
      const only = await wireguard.peer();
      return only?.publicKey === publicKey ? only : null;
    },
    onDeath(listener) {
      listeners.add(listener);
    },
    close: () => Promise.resolve(),
  };
  return wireguard;
}
