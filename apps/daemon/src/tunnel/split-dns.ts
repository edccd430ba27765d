import { BlockList } from 'node:net';
import { isIpv6 } from '@comet/foundation';
import type { SplitDomain } from '@comet/tunnel-protocol';
import { isPublic } from '../platform/admission/public-address.ts';
import { tunnelPrefixes } from '../platform/firewall/firewall-gateway.ts';

/** Private networks (RFC 1918 and RFC 4193), without the tunnels' own. */
const lan = prefixes('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7');
const tunnels = prefixes(...Object.values(tunnelPrefixes));

function prefixes(...cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', length] = cidr.split('/');
    list.addSubnet(network, Number(length), familyOf(network));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIpv6(address) ? 'ipv6' : 'ipv4';
}

/** Whether a DNS server is reached in the local network, and not through the tunnel. */
export function isLanServer(server: string): boolean {
  return lan.check(server, familyOf(server)) && !tunnels.check(server, familyOf(server));
}

/** Whether a domain can have a DNS server with this address: no loopback, tunnel or link-local address. */
export function isUsableServer(server: string): boolean {
  return isLanServer(server) || isPublic(server);
}

/** The servers of domains by how they are reached. */
export function splitServers(domains: readonly SplitDomain[]) {
  const servers = [...new Set(domains.map(({ server }) => server))];
  return { lan: servers.filter(isLanServer), tunnelled: servers.filter((one) => !isLanServer(one)) };
}
