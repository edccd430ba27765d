import type { Log } from '@comet/foundation/log';
import { joinNft, type NetworkShell } from '@comet/linux-network';
import { type DashboardNames, serveDashboardNames } from '../control-plane/dashboard-names.ts';
import type { Firewall } from './firewall.ts';
import type { TunnelMarks } from './firewall-gateway.ts';
import { firewallRules } from './firewall-rules.ts';
import { pastAddresses, pastSourceGuard } from './firewall-sources.ts';
import { kernelParameters } from '../system/kernel-parameters.ts';

/**
 * Returns the firewall by nftables. `apply` replaces all rules in one transaction (nft(8)), so there is no moment without rules; null
 * removes them.
 */
export function linuxFirewall(
  shell: Pick<NetworkShell, 'applyNft' | 'hasNftTable'>,
  marks: TunnelMarks,
  log: Log,
): Firewall {
  const parameters = kernelParameters(log);

  /**
   * Former tunnel addresses that connections may still have as their source, and whether a guard for them is in force without other rules.
   */
  const past = pastAddresses();
  let isGuarding = false;
  /** Answers DNS queries for the dashboard's names while the dashboard may be reached. */
  let names: DashboardNames | null = null;

  return {
    async apply(policy) {
      if (policy === null) parameters.release();
      const dashboard = policy?.kind === 'blocked' ? policy.dashboard : undefined;
      const before = names;
      const served = dashboard === undefined ? null : await serveDashboardNames(dashboard);
      try {
        const rules = firewallRules(policy, marks, served?.at ?? null);
        const guarded = policy === null ? past.all() : [];
        const isChanged = isGuarding || guarded.length > 0;
        const batch = isChanged ? joinNft([rules, pastSourceGuard(guarded)]) : rules;
        await Promise.all([shell.applyNft(batch), policy === null ? null : parameters.keep()]);
        isGuarding = guarded.length > 0;
        if (policy?.kind === 'connected') past.add(policy.tunnel);
      } catch (error) {
        served?.close();
        throw error;
      }
      names = served;
      before?.close();
    },
    isInForce: () => shell.hasNftTable('inet', 'comet'),
    // An earlier process that was killed may have left one.
    close: () => shell.applyNft(pastSourceGuard([])),
  };
}
