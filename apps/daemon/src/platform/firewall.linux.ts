import type { NetworkShell } from '@comet/linux-network';
import { type DashboardNames, serveDashboardNames } from './dashboard-names.ts';
import type { Firewall } from './firewall.ts';
import type { TunnelMarks } from './firewall-marks.ts';
import { firewallRules } from './firewall-rules.ts';
import { kernelParameters } from './kernel-parameters.ts';

export function linuxFirewall(
  shell: Pick<NetworkShell, 'applyNft' | 'hasNftTable'>,
  marks: TunnelMarks,
  log: (line: string) => void,
): Firewall {
  const parameters = kernelParameters(log);

  /** Answers for the names of the dashboard while it may be reached. */
  let names: DashboardNames | null = null;

  return {
    async apply(policy) {
      if (policy === null) parameters.release();
      const dashboard = policy?.kind === 'blocked' ? policy.dashboard : undefined;
      const before = names;
      const served = dashboard === undefined ? null : await serveDashboardNames(dashboard);
      try {
        const rules = firewallRules(policy, marks, served?.at ?? null);
        await Promise.all([shell.applyNft(rules), policy === null ? null : parameters.keep()]);
      } catch (error) {
        served?.close();
        throw error;
      }
      names = served;
      before?.close();
    },
    isInForce: () => shell.hasNftTable('inet', 'comet'),
  };
}
