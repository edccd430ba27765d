import type { Log } from '@comet/foundation/log';
import { type NetworkShell, openNetworkShell } from '@comet/linux-network';
import type { EarlyParts } from './data-plane.ts';
import type { DeviceChoice } from './platform/system/device-choice.ts';
import { linuxDns } from './platform/dns/dns.linux.ts';
import type { Dns } from './platform/dns/dns.ts';
import { linuxFirewall } from './platform/firewall/firewall.linux.ts';
import type { TunnelMarks } from './platform/firewall/firewall-gateway.ts';
import { routeMarks } from './platform/firewall/route-marks.ts';
import type { Firewall } from './platform/firewall/firewall.ts';
import { linuxRouting } from './platform/routing/routing.linux.ts';
import type { Routing } from './platform/routing/routing.ts';
import { linuxWireguard } from './platform/wireguard/wireguard.linux.ts';
import type { Wireguard } from './platform/wireguard/wireguard.ts';

/** The parts of a WireGuard tunnel: enough for a saved session, and small enough to be loaded before everything else. */
export interface LinuxParts {
  readonly shell: NetworkShell;
  readonly wireguard: Wireguard;
  readonly firewall: Firewall;
  readonly routing: Routing;
  readonly dns: Dns;
}

/** The mark of our data plane's packets: processes that could set it (CAP_NET_ADMIN) could also remove the rules. With it the user of the
 * programs that carry tunnels (OpenVPN's obfuscation, WireGuard's other transports): an id that Debian, systemd and containers leave unused. */
export const marks: Omit<TunnelMarks, 'links'> = { fwmark: 0xc0_e7, obfuscatorUid: 61_007 };

/** The link of OpenVPN, in addition to that of WireGuard; Linux allows 15 characters at most. */
export function openvpnLink(link: string): string {
  return `${link.slice(0, 10)}-ovpn`;
}

/** The links of the tunnels of routes, by their slot. */
export function routeLinks(link: string): readonly string[] {
  return routeMarks.slots.map((_, slot) => `${link.slice(0, 11)}-r${slot + 1}`);
}

/**
 * Creates the parts of the data plane that share one shell. `early` has the interface and the tools that were started before the modules
 * were loaded; null if nothing was.
 */
export function openLinuxParts(
  choice: DeviceChoice,
  early: Pick<EarlyParts, 'made' | 'tools'> | null,
  log: Log,
): LinuxParts {
  const { link, implementation, wireguardGo, resolvConf, stateDir } = choice;
  const { fwmark } = marks;
  const links = [link, openvpnLink(link)];
  const shell = openNetworkShell(early?.tools);
  return {
    shell,
    wireguard: linuxWireguard(
      shell,
      {
        ...{ name: link, implementation, wireguardGo, fwmark },
        ...(early === null ? {} : { created: early.made }),
      },
      log,
    ),
    firewall: linuxFirewall(shell, { ...marks, links: [...links, ...routeLinks(link)] }, log),
    routing: linuxRouting(shell, { links, fwmark }),
    dns: linuxDns({ path: resolvConf, stateDir, link }, log),
  };
}
