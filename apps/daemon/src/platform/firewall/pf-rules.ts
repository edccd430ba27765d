import { lanPrefixes } from './firewall-gateway.ts';
import { type FirewallPolicy, type GatewayContact, hasProgramSender } from './firewall.ts';
import { address, inet, link, port } from '../system/rule-tokens.ts';

/**
 * Returns a policy as rules of pf(4), the packet filter of macOS, for our anchor. Every rule is `quick`: the first match
 * decides. pf has no marks; the data plane's packets are identified by user (root) and destination. Throws a TypeError for an invalid
 * address, link or port, and for two gateways or a transport program, which are not supported.
 */
export function pfRules(policy: FirewallPolicy): string {
  if ('through' in policy && policy.through !== undefined) throw new TypeError('refused two gateways');
  if (hasProgramSender(policy)) throw new TypeError('refused a transport program');
  const tunnel = policy.kind === 'connected' ? policy.tunnel : null;
  const beside = tunnel === null ? '' : `on ! ${link(tunnel.link)} `;
  const rules = [
    'pass quick on lo0 all no state',
    ...(policy.kind === 'connected' ? outerNotInside(policy) : []),
    // Before the rules for DNS: the gateway's port may be 53.
    ...(policy.kind === 'blocked' ? [] : toGateway(policy.gateway)),
    ...(policy.kind === 'connected' ? inTunnel(policy) : []),
    ...reachable(policy).map(
      ({ host, port: number }) =>
        `pass out quick ${inet(host)} proto tcp from any to ${address(host)} port ${port(number)} user root flags any`,
    ),
    ...(policy.kind === 'blocked' ? (policy.dashboard ?? []) : []).map(
      ({ host, port: number }) =>
        `pass out quick ${inet(host)} proto tcp from any to ${address(host)} port ${port(number)} flags any`,
    ),
    ...hostRules(beside),
    ...names,
    ...(policy.allowLan ? lan(beside) : []),
    'block return out quick all',
    'block drop in quick all',
  ];
  return `${rules.join('\n')}\n`;
}

type Connected = Extract<FirewallPolicy, { kind: 'connected' }>;

/** The data plane's packets must not enter the tunnel again, as they would during a change of network without a route to the gateway. */
function outerNotInside({ tunnel, gateway: { address: outer, dataPlane } }: Connected): string[] {
  const on = `on ${link(tunnel.link)}`;
  return [
    `block drop out quick ${on} ${inet(outer)} proto ${dataPlane.transport} from any to ${outer} port ${port(dataPlane.port)}`,
  ];
}

/** DNS queries to the tunnel's resolvers only, and packets with its own addresses, which accept packets on its link only (CVE-2019-14899). */
function inTunnel({ tunnel }: Connected): string[] {
  const on = `on ${link(tunnel.link)}`;
  return [
    ...tunnel.dns.flatMap((server) => [
      `pass out quick ${on} ${inet(server)} proto udp from any to ${server} port 53`,
      `pass out quick ${on} ${inet(server)} proto tcp from any to ${server} port 53 flags any`,
    ]),
    ...names,
    ...[tunnel.ipv4, tunnel.ipv6].flatMap((own) => [
      `pass out quick ${on} ${inet(own)} from ${own} to any flags any`,
      `block drop in quick on ! ${tunnel.link} ${inet(own)} from any to ${own}`,
    ]),
  ];
}

/** Rejected at once, so that programs fail fast. */
const names = [
  'block return out quick proto udp from any to any port 53',
  'block return out quick proto tcp from any to any port 53',
];

function toGateway({ address: to, dataPlane }: GatewayContact): string[] {
  const { transport } = dataPlane;
  const flags = transport === 'tcp' ? ' flags any' : '';
  return [
    `pass out quick ${inet(to)} proto ${transport} from any to ${to} port ${port(dataPlane.port)} user root${flags}`,
  ];
}

/** The hosts that root may contact outside the tunnel: the API and the gateway's admission endpoint. */
function reachable(policy: FirewallPolicy) {
  if (policy.kind === 'connected') return [];
  if (policy.kind === 'blocked' || policy.gateway.admissionPort === null) return policy.api;
  return [...policy.api, { host: policy.gateway.address, port: policy.gateway.admissionPort }];
}

/** Traffic that a station needs on a network: requesting an address, and finding its neighbours. See `firewall-gateway.ts`. */
function hostRules(beside: string): string[] {
  const receives = `pass in quick ${beside}`;
  return [
    'pass out quick inet proto udp from any port 68 to 255.255.255.255 port 67 no state',
    `${receives}inet proto udp from any port 67 to any port 68 no state`,
    'pass out quick inet6 proto udp from fe80::/10 port 546 to { ff02::1:2, ff05::1:3 } port 547 no state',
    `${receives}inet6 proto udp from fe80::/10 port 547 to fe80::/10 port 546 no state`,
    'pass out quick inet6 proto ipv6-icmp from any to ff02::2 icmp6-type routersol no state',
    `${receives}inet6 proto ipv6-icmp from fe80::/10 to any icmp6-type routeradv no state`,
    ...['neighbrsol', 'neighbradv'].flatMap((type) => [
      `pass out quick inet6 proto ipv6-icmp from any to any icmp6-type ${type} no state`,
      `${receives}inet6 proto ipv6-icmp from any to any icmp6-type ${type} no state`,
    ]),
  ];
}

function lan(beside: string): string[] {
  const { ipv4, ipv4Groups, ipv6, ipv6Groups } = lanPrefixes;
  return [
    `pass out quick inet from any to { ${[...ipv4, ...ipv4Groups].join(', ')} } flags any`,
    `pass in quick ${beside}inet from { ${ipv4.join(', ')} } to any flags any`,
    `pass out quick inet6 from any to { ${[...ipv6, ...ipv6Groups].join(', ')} } flags any`,
    `pass in quick ${beside}inet6 from { ${ipv6.join(', ')} } to any flags any`,
  ];
}
