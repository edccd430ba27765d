import {
  type OpenWireguardOptions,
  type WireguardDevice,
  openWireguardDevice,
  runIp,
  applyNft,
  setSysctl,
} from '@comet/linux-network';
import { type RulesetPlan, noRuleset, ruleset } from '../firewall/ruleset.ts';
import { readFile } from 'node:fs/promises';
import { processesOf } from '../processes/unprivileged.ts';

/**
 * A browser tries dozens of servers at once, and falls back to TCP or IPv4 as soon as one is refused. Linux sends one peer six
 * refusals, then one per second, and other connections wait for their timeouts. The limit per peer is removed, the machine's is raised.
 */
const refusalRates = [
  ['net.ipv4.icmp_ratelimit', '0'],
  ['net.ipv6.icmp.ratelimit', '0'],
  // Since Linux 6.13 each network namespace has these two of its own, and they are for both families.
  ['net.ipv4.icmp_msgs_per_sec', '10000'],
  ['net.ipv4.icmp_msgs_burst', '1000'],
] as const;

/** A machine that is a router for the tunnels. */
interface Forwarding {
  /** Whether the machine has IPv6 at all. */
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly servesTunnels: boolean;
  /**
   * Makes the machine what it was before, and takes the rules away. Call it when the tunnel is gone, or its packets would pass
   * unchecked. The rules stay where OpenVPN's programs live on: they are all that holds those.
   */
  stop(): Promise<void>;
}

/**
 * Makes this network namespace a router for the tunnel: the rules first, then forwarding, so that there is no moment
 * without rules. Leaves nothing behind when it rejects.
 */
async function startForwarding(plan: RulesetPlan): Promise<Forwarding> {
  const before = new Map<string, string>();
  const stop = async () => {
    if ((await processesOf(plan.openvpn.users)).length > 0) return;
    for (const [name, value] of before) await setSysctl(name, value);
    await applyNft(noRuleset());
  };
  /** False where the machine has no such setting. */
  const set = async (name: string, value: string, only?: string): Promise<boolean> => {
    const path = `/proc/sys/${name.includes('/') ? name : name.replaceAll('.', '/')}`;
    const was = await readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => null,
    );
    if (was === null || (only !== undefined && was !== only) || was === value) return was !== null;
    before.set(name, was);
    await setSysctl(name, value);
    return true;
  };
  try {
    const servesTunnels = await applyRules(plan);
    await set('net.ipv4.ip_forward', '1');
    // With forwarding on, Linux ignores router advertisements, and would lose its default route, unless accept_ra is 2.
    const ipv6 = await set(`net/ipv6/conf/${plan.uplink}/accept_ra`, '2', '1');
    if (ipv6) await set('net.ipv6.conf.all.forwarding', '1');
    for (const [name, value] of refusalRates) await set(name, value);
    return { ipv6, servesTunnels, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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

export interface GatewayNetwork {
  readonly device: WireguardDevice;
  /** Whether the machine has IPv6 at all. */
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly servesTunnels: boolean;
  /** Takes everything down; may be called twice. Or leaves it, rules included, for the next agent. */
  close(tunnels: 'go' | 'stay'): Promise<void>;
}

export interface NetworkPlan extends RulesetPlan, OpenWireguardOptions {
  readonly privateKey: string;
}

/**
 * Raises tunnel and rules so that no packet of the tunnel ever passes without the rules: they come first and go last.
 * Leaves nothing behind when it rejects.
 */
export async function openNetwork(plan: NetworkPlan): Promise<GatewayNetwork> {
  const { ipv6, servesTunnels, stop } = await startForwarding(plan);
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
 * Opens the WireGuard device with its key, port and addresses (`address/length`), and raises it: without peers, or with those of the
 * agent before this one. Leaves nothing behind when that fails.
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
    // Even the same port again would be closed and opened.
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
