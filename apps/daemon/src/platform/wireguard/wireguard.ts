import type { PeerStatus, WireguardPeer } from '@comet/linux-network';

/** The tunnel's link, kept ready with our key and no peer for as long as the daemon runs. */
export interface Wireguard {
  /** Makes the link if there is none and gives it the key. Cheap when it has it already. */
  ready(privateKey: string): Promise<void>;
  /** Makes this the one peer, with the one `beneath` that carries its packets where there are two. A peer that is new starts its handshake at once. */
  setPeer(peer: WireguardPeer, mtu: number, outerPeer?: WireguardPeer): Promise<void>;
  /** Changes the MTU of a link that is up, in bytes. */
  setMtu(mtu: number): Promise<void>;
  /**
   * Gives the one peer a preshared key, or none, and begins a handshake with it at once: what the old keys would still carry for two
   * minutes is as readable as they are. What comes in during that one round trip is lost, as packets are, and sent again.
   */
  setPresharedKey(presharedKey: string | null): Promise<void>;
  clearPeers(): Promise<void>;
  /** The one peer as the data plane sees it, or null. */
  peer(): Promise<PeerStatus | null>;
  /** Called when the data plane is gone without having been closed. `ready` makes a new one. */
  onDeath(listener: (reason: string) => void): void;
  close(): Promise<void>;
}
