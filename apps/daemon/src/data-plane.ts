import type { TrustAnchors } from '@comet/admission';
import type { WaitingTools } from '@comet/linux-network';
import type { Way } from '@comet/tunnel-protocol';
import type { RestoredSession, EarlyRestore } from './saved-session.linux.ts';
import type { Network, UnnamedNetwork } from './networks/network-identity.ts';
import type { Dns } from './platform/dns/dns.ts';
import type { Firewall, BootBlock } from './platform/firewall/firewall.ts';
import type { SavedSessions } from './platform/saved-session/saved-session.ts';
import type { NetworkMonitor } from './platform/networks/network-monitor.ts';
import type { Openvpn } from './platform/openvpn/openvpn.ts';
import type { TunnelEnd } from './platform/routing/route-precedence.linux.ts';
import type { Routing } from './platform/routing/routing.ts';
import type { MemoryFile } from './platform/files/state-file.ts';
import type { Wireguard } from './platform/wireguard/wireguard.ts';
import type { Settings } from './settings.ts';
import type { Splitter } from './split/splitter.ts';
import type { PacketSizes } from './tunnel/monitoring/strengthen-wireguard.ts';

/** What moves, routes, names and holds back this machine's packets, by the means of its system. */
export interface DataPlane {
  /** The link of each protocol. */
  readonly links: Readonly<Record<Way['protocol'], string>>;
  readonly firewall: Firewall;
  /** Whether an earlier process left rules in force. */
  readonly adopted: boolean;
  /** What this process put up, or tried to, before this was opened; null where it was asked for nothing. */
  readonly restored: RestoredSession | null;
  /** The block of lockdown from the machine's start until the daemon runs. */
  readonly bootBlock: BootBlock;
  readonly routing: Routing;
  readonly splitter: Splitter;
  readonly dns: Dns;
  readonly wireguard: Wireguard;
  readonly openvpn: Openvpn;
  readonly sizes: PacketSizes;
  /** The network that the machine is in; null where there is none. */
  currentNetwork(): Promise<Network | UnnamedNetwork | null>;
  /**
   * Calls `onChange` when addresses or routes of links other than the tunnels' change, and, where the system tells of it, `onOwnChange`
   * when those of the tunnels or routing rules do.
   */
  watchNetwork(onChange: () => void, onOwnChange: () => void): NetworkMonitor;
  /** Whether traffic of both families enters this tunnel; absent on a system that cannot tell. */
  routePrecedence?(end: TunnelEnd): Promise<boolean>;
  /** Leaves what the next process may restore session; on a system where none does, nothing. */
  saveSessions?(starts: SavedSessions): Promise<void>;
  close(): Promise<void>;
}

/** What was begun before the data plane is opened. */
export interface EarlyParts {
  /** True once a device is there, down and without a key. */
  readonly made: Promise<boolean>;
  readonly tools: WaitingTools;
  readonly restore: EarlyRestore | null;
}

/** Opens a system's data plane. `trust` says whose word counts. */
export type OpenDataPlane = (
  settings: Settings,
  trust: TrustAnchors,
  file: MemoryFile,
  log: (line: string) => void,
  begun: EarlyParts | null,
) => Promise<DataPlane>;

/**
 * Has the device made that takes longest to come, where this machine has a key already, so that it begins before the rest. What is wrong
 * with it is said where it is needed.
 */
export function prepareDevice(wireguard: Wireguard, { current: { key } }: Pick<MemoryFile, 'current'>): void {
  if (key !== null) void wireguard.ready(key.privateKey).catch(() => undefined);
}
