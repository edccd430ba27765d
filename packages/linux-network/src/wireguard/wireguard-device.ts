import { isCidr, isWireguardKey, parseEndpoint } from '@comet/foundation';

/** The desired configuration of a peer. */
export interface WireguardPeer {
  /** Base64 of 32 bytes. */
  publicKey: string;
  presharedKey?: string;
  /** `ip:port` or `[ip6]:port`; unchanged if absent. */
  endpoint?: string;
  /** CIDRs; they replace the peer's earlier ones. */
  allowedIps: readonly string[];
  /** Seconds, 0 switches it off. */
  persistentKeepalive?: number;
}

/** The state of one peer in the data plane. */
export interface PeerStatus {
  publicKey: string;
  endpoint: string | null;
  allowedIps: readonly string[];
  rxBytes: number;
  txBytes: number;
  /** Unix seconds, with a fraction if the data plane supplies one; null before the first handshake. */
  lastHandshake: number | null;
}

export interface DeviceSettings {
  /** Base64. */
  privateKey?: string;
  listenPort?: number;
  /** 0 removes the mark. */
  fwmark?: number;
}

export interface PeerChange {
  set?: readonly WireguardPeer[];
  /** Public keys. */
  remove?: readonly string[];
  /** Removes every peer that `set` does not name. */
  replaceAll?: boolean;
}

/** A WireGuard interface that this process owns. Changes are executed one after another, in the order of the calls. */
export interface WireguardDevice {
  readonly name: string;
  readonly kind: 'kernel' | 'userspace';
  /** True if it is the interface of an earlier process, with its peers. */
  readonly adopted: boolean;
  configure(settings: DeviceSettings): Promise<void>;
  /** Removes peers, then adds peers. Rejects without a change if any field is invalid. */
  apply(change: PeerChange): Promise<void>;
  status(): Promise<readonly PeerStatus[]>;
  /** The preshared keys of the peers that have one, by public key. */
  presharedKeys(): Promise<ReadonlyMap<string, string>>;
  /** Resolves with a reason when the data plane ends without `close()`; stays pending otherwise. */
  readonly died: Promise<string>;
  /** Leaves the interface with its peers and sessions, so that a later process can adopt it. */
  leave(): Promise<void>;
  /** Removes the interface. May be called twice. */
  close(): Promise<void>;
}

export interface OpenWireguardOptions {
  name: string;
  mtu: number;
  implementation: 'auto' | 'kernel' | 'userspace';
  /** Path of the wireguard-go binary. */
  wireguardGo: string;
  /**
   * Adopts the interface that an earlier process left under this name, if it has this key (base64) and port: its peers keep
   * their sessions. Any other interface is replaced.
   */
  adopt?: { readonly privateKey: string; readonly listenPort: number };
  /** Resolves with true once an interface of this name was created for this process; it is adopted if it has neither key nor peers yet. */
  created?: Promise<boolean>;
}

/**
 * Both writers (UAPI and the wg tool's) are line-based, so a newline in any field would be a second command. These checks run before them:
 * after a call returns, every field has a valid form. They throw a TypeError that names the field and never contains its value.
 */
export function checkSettings(settings: DeviceSettings): void {
  if (settings.privateKey !== undefined && !isWireguardKey(settings.privateKey)) throw refused('privateKey');
  if (settings.listenPort !== undefined && !isWhole(settings.listenPort, 65_535)) throw refused('listenPort');
  if (settings.fwmark !== undefined && !isWhole(settings.fwmark, 0xffff_ffff)) throw refused('fwmark');
}

/** As `checkSettings`, for a change of peers. */
export function checkChange(change: PeerChange): void {
  for (const key of change.remove ?? []) if (!isWireguardKey(key)) throw refused('remove');
  for (const peer of change.set ?? []) checkPeer(peer);
}

function checkPeer(peer: WireguardPeer): void {
  if (!isWireguardKey(peer.publicKey)) throw refused('publicKey');
  if (peer.presharedKey !== undefined && !isWireguardKey(peer.presharedKey)) throw refused('presharedKey');
  if (peer.endpoint !== undefined && parseEndpoint(peer.endpoint) === null) throw refused('endpoint');
  if (!peer.allowedIps.every((cidr) => isCidr(cidr))) throw refused('allowedIps');
  if (peer.persistentKeepalive !== undefined && !isWhole(peer.persistentKeepalive, 65_535))
    throw refused('persistentKeepalive');
}

function isWhole(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

function refused(field: string): TypeError {
  return new TypeError(`wireguard: refused ${field}`);
}
