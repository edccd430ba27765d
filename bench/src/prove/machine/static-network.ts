import { internet, lan } from '@comet/lab';
import type { Guest } from './guest.ts';

/** The LAN of the lab's client, and the lab's internet. */
const networks = {
  lan: { router: lan.router, resolver: lan.router.ipv4 },
  internet: { router: internet.backbone, resolver: internet.resolver.ipv4 },
} as const;

interface Addresses {
  readonly ipv4: string;
  readonly ipv6: string;
}

/** Gives the machine's network to systemd-networkd and systemd-resolved, with a lab host's addresses, now and at each boot. */
export async function useStaticNetwork(
  guest: Guest,
  { ipv4, ipv6 }: Addresses,
  network: keyof typeof networks,
): Promise<void> {
  const { router, resolver } = networks[network];
  const addresses = [`Address=${ipv4}/24`, `Address=${ipv6}/64`];
  const routes = [`Gateway=${router.ipv4}`, `Gateway=${router.ipv6}`];
  const lines = ['[Match]', 'Name=eth0', '[Network]', ...addresses, ...routes, `DNS=${resolver}`];
  await guest.write('/etc/systemd/network/uplink.network', `${lines.join('\n')}\nIPv6AcceptRA=no\n`);
  await guest.output('systemctl', 'disable', '--now', 'NetworkManager.service', 'connman.service');
  const services = ['systemd-networkd.service', 'systemd-resolved.service'];
  await guest.output('systemctl', 'enable', '--now', ...services);
  await guest.output('systemctl', 'restart', 'systemd-networkd.service');
}
