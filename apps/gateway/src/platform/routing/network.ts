import {
  type OpenWireguardOptions,
  type WireguardDevice,
  openWireguardDevice,
  runIp,
  applyNft,
  joinNft,
  setSysctl,
} from '@comet/linux-network';
import { type RulesetPlan, noRuleset, ruleset } from '../firewall/ruleset.ts';
import { noWireguardPortRules, wireguardPortRules } from '../firewall/wireguard-port-rules.ts';
import { readFile } from 'node:fs/promises';
import { processesOf } from '../processes/unprivileged.ts';

/**
 * A browser tries dozens of servers at once, and falls back to TCP or IPv4 as soon as one is refused. Linux sends one peer six
 * refusals, then one per second, and other connections wait for their timeouts. The limit per peer is removed, the machine's is raised.
 * Where /proc/sys is read-only, as in a container, the limits of the container's runtime apply.
 */
const refusalRates = [
  ['net.ipv4.icmp_ratelimit', '0'],
  ['net.ipv6.icmp.ratelimit', '0'],
  // Since Linux 6.13 these two are per network namespace and apply to both families.
  ['net.ipv4.icmp_msgs_per_sec', '10000'],
  ['net.ipv4.icmp_msgs_burst', '1000'],
] as const;

/**
 * Seconds until an idle TCP connection is forgotten: RFC 5382 REQ-5 instead of the kernel's five days, so that abandoned connections do
 * not count towards a session's limit of flows. Another value than the kernel's is the operator's.
 */
const idleTcp = ['net.netfilter.nf_conntrack_tcp_timeout_established', '7440', '432000'] as const;

/** The state of a machine that forwards packets of tunnels. */
interface Forwarding {
  /** Whether the machine supports IPv6. */
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly servesTunnels: boolean;
  /** Whether the rules of `wireguard-port-rules.ts` are in force. */
  readonly servesPorts: boolean;
  /**
   * Restores the previous settings and removes the rules. Call it after the tunnel is removed, or its packets would pass unchecked. The
   * rules stay while OpenVPN's programs run, because only the rules restrict them.
   */
  stop(): Promise<void>;
}

/**
 * Enables forwarding in this network namespace. The rules are applied first, so that no packet is forwarded without them. Undoes all
 * changes when it rejects.
 */
async function startForwarding(plan: RulesetPlan): Promise<Forwarding> {
  const before = new Map<string, string>();
  const stop = async () => {
    if ((await processesOf(plan.openvpn.users)).length > 0) return;
    for (const [name, value] of before) await setSysctl(name, value);
    await applyNft(joinNft([noRuleset(), noWireguardPortRules()]));
  };
  /** Sets a sysctl; returns false if the machine has no such setting. */
  const set = async (name: string, value: string, only?: string): Promise<boolean> => {
    const path = `/proc/sys/${name.includes('/') ? name : name.replaceAll('.', '/')}`;
    const was = await readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => null,
    );
    if (was === null || (only !== undefined && was !== only) || was === value) return was !== null;
    await setSysctl(name, value);
    before.set(name, was);
    return true;
  };
  try {
    const servesTunnels = await applyRules(plan);
    const servesPorts = await applyPortRules(plan);
    await set('net.ipv4.ip_forward', '1');
    // With forwarding on, Linux ignores router advertisements, and would lose its default route, unless accept_ra is 2. A container has
    // its route from its runtime.
    const ipv6 = await set(`net/ipv6/conf/${plan.uplink}/accept_ra`, '2', '1').catch(trueIfReadOnly);
    if (ipv6) await set('net.ipv6.conf.all.forwarding', '1');
    for (const [name, value] of refusalRates) await set(name, value).catch(trueIfReadOnly);
    await set(...idleTcp).catch(trueIfReadOnly);
    return { ipv6, servesTunnels, servesPorts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns true if the setting exists and is read-only; rethrows every other error. */
function trueIfReadOnly(error: unknown): true {
  if (error instanceof Error && 'code' in error && error.code === 'EROFS') return true;
  throw error;
}

/** Applies the rules, without those for providers' endpoints where the kernel lacks TPROXY. Returns whether the kernel has it. */
async function applyRules(plan: RulesetPlan): Promise<boolean> {
  const { tproxy } = plan.exits;
  try {
    await applyNft(ruleset(plan));
    return tproxy;
  } catch (error) {
    if (!tproxy) throw error;
    return applyRules({ ...plan, exits: { ...plan.exits, tproxy: false } });
  }
}

/** Applies the rules for WireGuard's further ports and scrambled datagrams. Returns false if nft or the kernel refuses them. */
async function applyPortRules(plan: RulesetPlan): Promise<boolean> {
  try {
    await applyNft(wireguardPortRules(plan));
    return true;
  } catch {
    await applyNft(noWireguardPortRules());
    return false;
  }
}

export interface GatewayNetwork {
  readonly device: WireguardDevice;
  /** Whether the machine supports IPv6. */
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly servesTunnels: boolean;
  /** Whether WireGuard is served at its further ports, and its scrambled datagrams at their program. */
  readonly servesPorts: boolean;
  /** Removes everything, or leaves it, including the rules, for the next agent. May be called more than once. */
  close(tunnels: 'go' | 'stay'): Promise<void>;
}

export interface NetworkPlan extends RulesetPlan, OpenWireguardOptions {
  readonly privateKey: string;
}

/**
 * Opens the tunnel and applies the rules, which exist before the tunnel and are removed after it. Undoes all changes when it rejects.
 */
export async function openNetwork(plan: NetworkPlan): Promise<GatewayNetwork> {
  const { ipv6, servesTunnels, servesPorts, stop } = await startForwarding(plan);
  try {
    const device = await openTunnel({
      ...plan,
      listenPort: plan.wireguardPort,
      addresses: [
        `${plan.gateway4}/10`,
        ...plan.filters4.map((address) => `${address}/32`),
        ...(ipv6 ? [`${plan.gateway6}/64`] : []),
      ],
    });
    return {
      device,
      ipv6,
      servesTunnels,
      servesPorts,
      async close(tunnels) {
        if (tunnels === 'stay') return device.leave();
        await device.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Opens the WireGuard device with its key, port and addresses (`address/length`), and sets it up: without peers, or with those of the
 * previous agent. Undoes all changes when it rejects.
 */
async function openTunnel(
  options: Omit<OpenWireguardOptions, 'adopt'> & {
    readonly privateKey: string;
    readonly listenPort: number;
    readonly addresses: readonly string[];
  },
): Promise<WireguardDevice> {
  const { privateKey, listenPort } = options;
  const device = await openWireguardDevice({ ...options, adopt: { privateKey, listenPort } });
  try {
    // Setting the same port again would close and reopen it.
    if (!device.adopted) await device.configure({ privateKey, listenPort });
    await runIp([
      ...options.addresses.map((address) => ({
        kind: 'address-replace' as const,
        address,
        link: device.name,
      })),
      { kind: 'link-up', link: device.name },
    ]);
  } catch (error) {
    await device.close();
    throw error;
  }
  return device;
}
