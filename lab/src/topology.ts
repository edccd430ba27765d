import { homeDe, hostNames, internet, lan } from './addresses.ts';
import type { LabHost, LabHostName } from './lab.ts';

type Hosts = Record<LabHostName, LabHost>;

/** Returns `ip -batch` input for the machine's own namespace: creates the hosts' namespaces only. */
export function namespacesBatch(hosts: Hosts): string {
  return batch(hostNames.map((name) => `netns add ${hosts[name].namespace}`));
}

/**
 * Returns `ip -batch` input for the hosts that create veth pairs: the internet's bridge with a port to each router, gateway and directly
 * connected exit, and the LAN of each router. The pairs are created inside the namespaces and never appear in the machine's own.
 */
export function vethBatch(hosts: Hosts): { inet: string; router: string; 'router-de': string } {
  const port = (to: LabHostName) => [
    `link add name to-${to} type veth peer name ${hosts[to].uplink} netns ${hosts[to].namespace}`,
    `link set to-${to} master ${hosts.inet.uplink} up`,
  ];
  const lanTo = (to: LabHostName) =>
    batch([`link add name lan type veth peer name ${hosts[to].uplink} netns ${hosts[to].namespace}`]);
  return {
    inet: batch([
      // Without its own hardware address a bridge takes that of its lowest port, which would invalidate neighbour entries.
      `link add name ${hosts.inet.uplink} address 02:00:cb:00:71:fe type bridge stp_state 0 forward_delay 0 mcast_snooping 0`,
      ...port('router'),
      ...port('gw-nl'),
      ...port('gw-jp'),
      ...port('exit-us'),
      ...port('router-de'),
    ]),
    router: lanTo('client'),
    'router-de': lanTo('exit-de'),
  };
}

/** Returns `ip -batch` input for one host: addresses, link up, routes. */
export function addressesBatch(hosts: Hosts, name: LabHostName): string {
  const { uplink } = hosts[name];
  const onWan = (ipv4: string, ipv6: string) => address(uplink, `${ipv4}/24`, `${ipv6}/64`);
  const defaultVia = (via: { ipv4: string; ipv6: string }) => [
    `route add default via ${via.ipv4}`,
    `route add default via ${via.ipv6}`,
  ];
  const toLan = `route add ${lan.ipv6} via ${hosts.router.ipv6}`;
  const up = (...links: string[]) => ['lo', ...links].map((link) => `link set ${link} up`);
  switch (name) {
    case 'inet':
      return batch([
        ...Object.values(internet).flatMap(({ ipv4, ipv6 }) => onWan(ipv4, ipv6)),
        ...up(uplink),
        toLan,
      ]);
    case 'router':
      return batch([
        ...onWan(hosts.router.ipv4, hosts.router.ipv6),
        ...address('lan', `${lan.router.ipv4}/24`, `${lan.router.ipv6}/64`),
        ...up(uplink, 'lan'),
        ...defaultVia(internet.backbone),
      ]);
    case 'gw-nl':
    case 'gw-jp':
      return batch([
        ...onWan(hosts[name].ipv4, hosts[name].ipv6),
        ...up(uplink),
        toLan,
        ...defaultVia(internet.backbone),
      ]);
    case 'client':
      return batch([
        ...address(uplink, `${hosts.client.ipv4}/24`, `${hosts.client.ipv6}/64`),
        ...up(uplink),
        ...defaultVia(lan.router),
      ]);
    case 'exit-us':
      // A point-to-point uplink as from a provider: one address and no neighbours in the same network.
      return batch([
        ...address(uplink, `${hosts[name].ipv4}/32`, `${hosts[name].ipv6}/128`),
        ...up(uplink),
        `route add 203.0.113.0/24 dev ${uplink}`,
        `route add 2001:db8:0:1::/64 dev ${uplink}`,
        ...defaultVia(internet.backbone),
      ]);
    case 'router-de':
      return batch([
        ...onWan(hosts[name].ipv4, hosts[name].ipv6),
        ...address('lan', `${homeDe.router.ipv4}/24`, `${homeDe.router.ipv6}/64`),
        ...up(uplink, 'lan'),
        ...defaultVia(internet.backbone),
      ]);
    case 'exit-de':
      return batch([
        ...address(uplink, `${hosts[name].ipv4}/24`, `${hosts[name].ipv6}/64`),
        ...up(uplink),
        `route add default via ${homeDe.router.ipv4}`,
      ]);
  }
}

/** Returns the `sysctl` settings of one host, to be applied before it has links: new links inherit `default`. */
export function kernelSettings(name: LabHostName): string[] {
  // Disables duplicate address detection, which delays IPv6 on a new interface by a second.
  const instantAddresses = ['net.ipv6.conf.default.accept_dad=0', 'net.ipv6.conf.default.dad_transmits=0'];
  const forwarding = ['net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1'];
  const routes = name === 'router' || name === 'router-de';
  return routes ? [...instantAddresses, ...forwarding] : instantAddresses;
}

/** Returns a router's nftables rules: NAT for the LAN's IPv4; IPv6 is routed without NAT. */
export function routerRuleset(hosts: Hosts, name: 'router' | 'router-de'): string {
  const network = name === 'router' ? lan.ipv4 : homeDe.ipv4;
  return `table ip home-router {
  chain postrouting {
    type nat hook postrouting priority srcnat; policy accept;
    ip saddr ${network} oifname "${hosts[name].uplink}" masquerade
  }
}
`;
}

/** Returns the /etc/resolv.conf of one host: the client queries its router, as with DHCP. */
export function resolvConf(name: LabHostName): string {
  return `nameserver ${name === 'client' ? lan.router.ipv4 : internet.resolver.ipv4}\n`;
}

function address(link: string, ipv4: string, ipv6: string): string[] {
  return [`address add ${ipv4} dev ${link}`, `address add ${ipv6} dev ${link} nodad`];
}

function batch(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
