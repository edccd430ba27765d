import { installGateway } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import type { BuiltPackages, RunningStack } from '@comet/stack';
import { bootGuest, type Guest } from './guest.ts';

/** The static network of the lab's gw-nl, for systemd-networkd. */
const networkUnit = ({ ipv4, ipv6 }: { readonly ipv4: string; readonly ipv6: string }): string => `[Match]
Name=eth0
[Network]
Address=${ipv4}/24
Address=${ipv6}/64
Gateway=203.0.113.254
Gateway=2001:db8:0:1::fe
DNS=203.0.113.53
IPv6AcceptRA=no
`;

/** A gateway under Debian's kernel with the package as shipped. */
export interface GatewayMachine {
  readonly guest: Guest;
  readonly lab: Lab;
  readonly stack: RunningStack;
  close(): Promise<void>;
}

/** Boots a machine in the place of gw-nl and installs the gateway's package, which enrols. */
export async function startGatewayMachine(
  stack: RunningStack,
  packages: BuiltPackages,
  folders: { readonly folder: string; readonly packages: string },
): Promise<GatewayMachine> {
  const { lab } = stack;
  if (lab === undefined) throw new Error('This machine cannot run the lab');
  const guest = await bootGuest({ lab, host: 'gw-nl', ...folders });
  try {
    await guest.write('/etc/systemd/network/uplink.network', networkUnit(lab.hosts['gw-nl']));
    await guest.output('systemctl', 'disable', '--now', 'NetworkManager.service', 'connman.service');
    const services = ['systemd-networkd.service', 'systemd-resolved.service'];
    await guest.output('systemctl', 'enable', '--now', ...services);
    await guest.output('systemctl', 'restart', 'systemd-networkd.service');
    await installGateway(guest, packages, stack, lab);
    return { guest, lab, stack, close: () => guest.close() };
  } catch (error) {
    await guest.close();
    throw error;
  }
}
