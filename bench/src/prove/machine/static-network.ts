import { lan } from '@comet/lab';
import type { Guest } from './guest.ts';

interface Addresses {
  readonly ipv4: string;
  readonly ipv6: string;
}

/** Gives the machine's network to systemd-networkd and systemd-resolved, with addresses on the LAN of the lab's client, now and at each boot. */
export async function useStaticNetwork(guest: Guest, { ipv4, ipv6 }: Addresses): Promise<void> {
  const addresses = [`Address=${ipv4}/24`, `Address=${ipv6}/64`];
  const routes = [`Gateway=${lan.router.ipv4}`, `Gateway=${lan.router.ipv6}`];
  const lines = ['[Match]', 'Name=eth0', '[Network]', ...addresses, ...routes, `DNS=${lan.router.ipv4}`];
  await guest.write('/etc/systemd/network/uplink.network', `${lines.join('\n')}\nIPv6AcceptRA=no\n`);
  // Debian enables each installed network manager; one owns the link.
  await guest.output('systemctl', 'disable', '--now', 'NetworkManager.service', 'connman.service');
  const services = ['systemd-networkd.service', 'systemd-resolved.service'];
  await guest.output('systemctl', 'enable', '--now', ...services);
  await guest.output('systemctl', 'restart', 'systemd-networkd.service');
}
