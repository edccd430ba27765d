import { readFile } from 'node:fs/promises';
import { applyNft, setSysctl } from '@comet/linux-network';
import { noRuleset, type RulesetPlan, ruleset } from './ruleset.ts';
import { processesOf } from './unprivileged.ts';

/**
 * A browser tries dozens of places at once, and goes on by TCP or IPv4 as soon as it hears that one is refused. Linux lets one peer hear of
 * six, then of one a second, and the others wait for their timeouts: the bound for each peer goes, the machine's own stays and is widened.
 */
const refusalRates = [
  ['net.ipv4.icmp_ratelimit', '0'],
  ['net.ipv6.icmp.ratelimit', '0'],
  // Since Linux 6.13 each network namespace has these two of its own, and they are for both families.
  ['net.ipv4.icmp_msgs_per_sec', '10000'],
  ['net.ipv4.icmp_msgs_burst', '1000'],
] as const;

/** A machine that is a router for the tunnels. */
export interface Forwarding {
  /** Whether the machine has IPv6 at all. */
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly relays: boolean;
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
export async function startForwarding(plan: RulesetPlan): Promise<Forwarding> {
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
    const relays = await applyRules(plan);
    await set('net.ipv4.ip_forward', '1');
    // A router stops listening to other routers, and would lose its own default route, unless it is told not to.
    const ipv6 = await set(`net/ipv6/conf/${plan.uplink}/accept_ra`, '2', '1');
    if (ipv6) await set('net.ipv6.conf.all.forwarding', '1');
    for (const [name, value] of refusalRates) await set(name, value);
    return { ipv6, relays, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Puts the rules in force, without those for providers' endpoints where the kernel does not know them; whether it does. */
async function applyRules(plan: RulesetPlan): Promise<boolean> {
  const { relay } = plan.exits;
  try {
    await applyNft(ruleset(plan));
    return relay;
  } catch (error) {
    if (!relay) throw error;
    return applyRules({ ...plan, exits: { ...plan.exits, relay: false } });
  }
}
