import { readFile } from 'node:fs/promises';
import { applyNft, setSysctl } from '@comet/linux-network';
import { noRuleset, type RulesetPlan, ruleset } from './ruleset.ts';

/**
 * Makes this network namespace a router for the tunnel: the rules first, then forwarding, so that there is no moment
 * without rules. Resolves to whether the machine has IPv6.
 */
export async function startForwarding(plan: RulesetPlan): Promise<{ readonly ipv6: boolean }> {
  await applyNft(ruleset(plan));
  await setSysctl('net.ipv4.ip_forward', '1');
  const routerAdvertisements = `net/ipv6/conf/${plan.uplink}/accept_ra`;
  const listening = await readFile(`/proc/sys/${routerAdvertisements}`, 'utf8').catch(() => null);
  if (listening === null) return { ipv6: false };
  // A router stops listening to other routers, and would lose its own default route, unless it is told not to.
  if (listening.trim() === '1') await setSysctl(routerAdvertisements, '2');
  await setSysctl('net.ipv6.conf.all.forwarding', '1');
  return { ipv6: true };
}

/** Takes the rules away. Call it when the tunnel is gone, or its packets would pass unchecked. */
export function stopForwarding(): Promise<void> {
  return applyNft(noRuleset());
}
