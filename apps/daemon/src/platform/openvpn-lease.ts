import { isIpv4, isIpv6 } from '@comet/foundation';
import { isOfTunnels, type TunnelLease } from './tunnel-lease.ts';

const usualMtu = 1500;
const mostResolvers = 3;

/**
 * What a server pushes (openvpn(8), PUSH_REPLY: options divided by commas), as far as we take it: one address of each family,
 * resolvers, MTU. Everything else in it is left unread. Null when there is no usable address of both families, or no resolver, or one that
 * is not of a tunnel.
 */
export function leaseOfPush(options: string): TunnelLease | null {
  const lines = options.split(',').map((option) => option.trim().split(/\s+/));
  const first = (name: string): string | undefined => lines.find(([word]) => word === name)?.[1];
  const ipv4 = first('ifconfig');
  const ipv6 = first('ifconfig-ipv6')?.split('/')[0];
  const dns = lines
    .filter(([word, kind, server]) => word === 'dhcp-option' && kind === 'DNS' && isIpv4(server ?? ''))
    .map(([, , server = '']) => server);
  if (ipv4 === undefined || !isIpv4(ipv4) || ipv6 === undefined || !isIpv6(ipv6) || dns.length === 0)
    return null;
  const lease = { ipv4, ipv6, dns: dns.slice(0, mostResolvers), mtu: mtuOf(first('tun-mtu')) };
  return isOfTunnels(lease) ? lease : null;
}

function mtuOf(text: string | undefined): number {
  if (text === undefined || !/^\d{3,4}$/.test(text)) return usualMtu;
  return Math.min(usualMtu, Math.max(1280, Number(text)));
}
