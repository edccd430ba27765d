import type { PeerStatus, WireguardPeer } from '@comet/linux-network';

/** The tunnel's link, kept ready with our key and no peer while the daemon runs. */
export interface Wireguard {
  /** Whether `preparePeer` is possible: packets are marked. */
  readonly acceptsSecondPeer: boolean;
  /** Creates the link if there is none, and sets the key. Fast if the link has it already. */
  ready(privateKey: string): Promise<void>;
  /**
   * Sets the only peer, with an `outerPeer` that carries its packets if there are two gateways. A new peer starts its handshake at once.
   */
  setPeer(peer: WireguardPeer, mtu: number, outerPeer?: WireguardPeer): Promise<void>;
  /**
   * Sends the packets of a peer to another endpoint, at which the same gateway is: of the only peer, or the one that carries its packets.
   * Its session continues, and no packet is lost.
   */
  setEndpoint(publicKey: string, endpoint: string): Promise<void>;
  /** Changes the MTU of a link that is up, in bytes. */
  setMtu(mtu: number): Promise<void>;
  /**
   * Sets or removes the preshared key of the only peer, and starts a handshake at once: the old keys would stay valid for two minutes, and
   * packets under them are as readable as before. Packets that arrive during that one round trip are lost and sent again, like any lost
   * packets.
   */
  setPresharedKey(presharedKey: string | null): Promise<void>;
  /**
   * Adds a second peer that gets no packets yet, and starts its handshake; `setPeer` with the same key makes it the only one and keeps its
   * session. False without a change where packets are not marked: they would be sent into the tunnel of the first peer.
   */
  preparePeer(peer: WireguardPeer): Promise<boolean>;
  /** Removes the peer of `preparePeer`. */
  removePrepared(): Promise<void>;
  /** Whether a peer has completed a handshake. */
  hasResponded(publicKey: string): Promise<boolean>;
  clearPeers(): Promise<void>;
  /** The state of the only peer in the data plane, or null. */
  peer(): Promise<PeerStatus | null>;
  /** The state of any peer of the device in the data plane; null if it has none with this key. */
  peerWith(publicKey: string): Promise<PeerStatus | null>;
  /** Called when the data plane has ended without a call of `close`. `ready` creates a new one. */
  onDeath(listener: (reason: string) => void): void;
  close(): Promise<void>;
}
