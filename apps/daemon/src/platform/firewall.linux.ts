import type { NetworkShell } from '@comet/linux-network';
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

  return {
    async apply(policy) {
      if (policy === null) parameters.release();
      await Promise.all([
        shell.applyNft(firewallRules(policy, marks)),
        policy === null ? null : parameters.keep(),
      ]);
    },
    isInForce: () => shell.hasNftTable('inet', 'comet'),
  };
}
