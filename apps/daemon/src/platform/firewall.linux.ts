import { type NetworkShell, setSysctl } from '@comet/linux-network';
import type { Firewall } from './firewall.ts';
import type { TunnelMarks } from './firewall-marks.ts';
import { firewallRules } from './firewall-rules.ts';

/**
 * Kernel parameters that a policy leans on: addresses of the tunnel are not told to the LAN (arp_ignore=2), and the
 * reverse-path filter minds the mark. They do no harm without a policy, so they are set once and stay.
 */
const kernelParameters = [
  ['net.ipv4.conf.all.arp_ignore', '2'],
  ['net.ipv4.conf.all.src_valid_mark', '1'],
] as const;

export function linuxFirewall(
  shell: Pick<NetworkShell, 'applyNft' | 'hasNftTable'>,
  marks: TunnelMarks,
  log: (line: string) => void,
): Firewall {
  let prepared: Promise<unknown> | null = null;

  function prepare(): Promise<unknown> {
    prepared ??= Promise.all(
      kernelParameters.map(([name, value]) =>
        setSysctl(name, value).catch((error: unknown) => log(`cannot set ${name}: ${String(error)}`)),
      ),
    );
    return prepared;
  }

  return {
    async apply(policy) {
      await Promise.all([shell.applyNft(firewallRules(policy, marks)), policy === null ? null : prepare()]);
    },
    isInForce: () => shell.hasNftTable('inet', 'comet'),
  };
}
