import type { Log } from '@comet/foundation/log';
import type { TrustAnchors } from '@comet/admission';
import type { WaitingTools } from '@comet/linux-network';
import type { Metering, Transport } from '@comet/tunnel-protocol';
import type { RestoredSession, EarlyRestore } from './early-restore.linux.ts';
import type { Network, UnnamedNetwork } from './networks/network-identity.ts';
import type { Dns } from './platform/dns/dns.ts';
import type { LocalResolver } from './platform/dns/local-resolver.ts';
import type { Firewall, BootBlock } from './platform/firewall/firewall.ts';
import type { SavedSessions } from './platform/saved-session/saved-session.ts';
import type { NetworkMonitor } from './platform/networks/network-monitor.ts';
import type { OuterTransports } from './platform/obfuscation/outer-transports.ts';
import type { Openvpn } from './platform/openvpn/openvpn.ts';
import type { TunnelEnd } from './platform/routing/route-precedence.linux.ts';
import type { Routing } from './platform/routing/routing.ts';
import type { StateFile } from './platform/files/state-file.ts';
import type { Wireguard } from './platform/wireguard/wireguard.ts';
import type { PortalPermission } from './portal/portal-permission.ts';
import type { Settings } from './settings.ts';
import type { RouteTable } from './routes/route-table.ts';
import type { Splitter } from './split/splitter.ts';
import type { PacketSizes } from './tunnel/monitoring/maintain-session.ts';

/** WireGuard, OpenVPN, routes, DNS and firewall of this machine's operating system. */
export interface DataPlane {
  /** The network interface of each protocol. */
  readonly links: Readonly<Record<Transport['protocol'], string>>;
  readonly firewall: Firewall;
  /** Whether an earlier process left rules in force. */
  readonly adopted: boolean;
  /** The saved session that this process restored or failed to restore; null where no client requested one. */
  readonly restored: RestoredSession | null;
  /** The block of lockdown from the machine's start until the daemon runs. */
  readonly bootBlock: BootBlock;
  readonly routing: Routing;
  readonly splitter: Splitter;
  readonly routeTable: RouteTable;
  /** The device of a slot of routes; absent where the system does not support them. */
  routeDevice?(slot: number): Wireguard;
  /** Lets one program show the network's sign-in page; absent where the system cannot distinguish programs. */
  readonly portalPermission?: PortalPermission;
  readonly dns: Dns;
  readonly localResolver: LocalResolver;
  readonly wireguard: Wireguard;
  readonly openvpn: Openvpn;
  readonly outerTransports: OuterTransports;
  readonly sizes: PacketSizes;
  /** The machine's current network; null if there is none. */
  currentNetwork(): Promise<Network | UnnamedNetwork | null>;
  /** Whether the operating system treats this network as metered; absent where it cannot be read. */
  metering?(): Promise<Metering>;
  /**
   * Calls `onChange` when addresses or routes of links other than the tunnels' change, and, where the system reports it, `onOwnChange`
   * when those of the tunnels or routing rules do.
   */
  watchNetwork(onChange: () => void, onOwnChange: () => void): NetworkMonitor;
  /** Whether traffic of both address families enters this tunnel; absent on a system that cannot check it. */
  routePrecedence?(end: TunnelEnd): Promise<boolean>;
  /** The MTU of a tunnel's interface in bytes, null without one; absent on a system where it is not read. */
  linkMtu?(link: string): Promise<number | null>;
  /** Saves sessions for the next process; absent on a system without session restore. */
  saveSessions?(starts: SavedSessions): Promise<void>;
  close(): Promise<void>;
}

/** What was started before the data plane is opened. */
export interface EarlyParts {
  /** True once the device exists, down and without a key. */
  readonly made: Promise<boolean>;
  readonly tools: WaitingTools;
  readonly restore: EarlyRestore | null;
}

/** Opens a system's data plane. `trust`: the trust anchors. */
export type OpenDataPlane = (
  settings: Settings,
  trust: TrustAnchors,
  file: StateFile,
  log: Log,
  early: EarlyParts | null,
) => Promise<DataPlane>;

/**
 * Starts the creation of the WireGuard device, which takes longest, where this machine has a key. Errors are reported by the first use of
 * the device.
 */
export function prepareDevice(wireguard: Wireguard, { current: { key } }: Pick<StateFile, 'current'>): void {
  if (key !== null) void wireguard.ready(key.privateKey).catch(() => undefined);
}
