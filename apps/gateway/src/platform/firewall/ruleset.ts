import { postQuantumPskPort, egressStatusPort } from '@comet/admission';
import {
  flowLimit,
  joinNft,
  type NftBatch,
  nft,
  nftName,
  notPublic4,
  notPublic6,
} from '@comet/linux-network';
import { sharedAdmissionPort } from '../admission-server/admission-server.ts';
import { type Addresses, exitRules, rulesetTable } from './exit-rules.ts';
import { portForwardRules } from './port-forwards.ts';
import { tunnelSocksRules } from './tunnel-socks-rules.ts';

interface PortRange {
  readonly first: number;
  readonly last: number;
}

export interface RulesetPlan {
  /** Interfaces of customers' tunnels. */
  readonly tunnels: readonly string[];
  readonly uplink: string;
  readonly wireguardPort: number;
  /** Further UDP ports that lead to WireGuard; see `wireguard-port-rules.ts`. */
  readonly wireguardExtraPorts: readonly number[];
  /** Pairs of a port of WireGuard and the port of the program to which its scrambled datagrams are led. */
  readonly scrambledPorts: readonly (readonly [number, number])[];
  readonly admissionPort: number;
  /** How WireGuard is reached over TCP, QUIC and Shadowsocks, and scrambled. */
  readonly transports: {
    readonly tcpPorts: readonly number[];
    readonly udpPorts: readonly number[];
    /** The user of the program that serves them. */
    readonly user: number;
  };
  readonly openvpn: {
    /** The users of OpenVPN, its obfuscation and its authenticator. */
    readonly users: readonly number[];
    readonly udpPort: number;
    readonly tcpPort: number;
    /** Ports of the obfuscation programs in front of the TCP server. */
    readonly hiddenPorts: readonly number[];
  };
  /** The user of the SOCKS5 proxy in the tunnel. */
  readonly socksUser: number;
  /** Ports of the residential proxy, reachable from the internet and from tunnels of this gateway. */
  readonly proxyPorts: readonly number[];
  /** The gateway's own addresses in the tunnel; `gateway4` is also the customers' resolver. */
  readonly gateway4: string;
  readonly gateway6: string;
  /** The tunnel's networks, as CIDRs. */
  readonly network4: string;
  readonly network6: string;
  /** The gateway's addresses for its filtering resolvers. */
  readonly filters4: readonly string[];
  /** IPv4 address of the resolver that DNS queries are redirected to. */
  readonly resolver: string;
  /** Public ports that are forwarded to customers; null for none. */
  readonly forwardedPorts: PortRange | null;
  readonly exits: {
    readonly blockedSessions: readonly Addresses[];
    /** IPv4 address of the resolver for sessions that leave through an exit, reached through that exit. */
    readonly resolver: string;
    /** Whether sessions also leave through providers' endpoints. */
    readonly tproxy: boolean;
    /** UDP ports of the tunnels to exits. */
    readonly ports: PortRange;
  };
}

/**
 * Open flows of a session: more than the clients of a household have, with file sharing, and few enough that the ten devices of an account
 * cannot fill the connection table (262,144 entries).
 */
const maxFlows = 8_192;

/** Returns the rules, which replace those of an earlier run in one transaction. */
export function ruleset(plan: RulesetPlan): NftBatch {
  const table = nftName(rulesetTable);
  const { tunnels, uplink, wireguardPort, admissionPort, gateway4, gateway6, network4, network6, resolver } =
    plan;
  const { users, udpPort, tcpPort, hiddenPorts } = plan.openvpn;
  const wireguardPorts = [wireguardPort, ...plan.wireguardExtraPorts];
  const { transports } = plan;
  const transportPorts = [...transports.tcpPorts, ...transports.udpPorts];
  const openvpnPorts = [udpPort, tcpPort, ...hiddenPorts];
  const listening = [
    ...wireguardPorts,
    admissionPort,
    ...transportPorts,
    ...openvpnPorts,
    ...plan.proxyPorts,
  ];
  const untracked = [wireguardPort, udpPort, ...transports.udpPorts];
  const transport = transportPorts.length === 0 ? noTransportRules : transportRules(plan);
  const inbound = portForwardRules({ ...plan, range: plan.forwardedPorts });
  const forwarded = plan.forwardedPorts === null ? [] : portsOf(plan.forwardedPorts);
  const ports = largestFreePortRange(...listening, ...portsOf(plan.exits.ports), ...forwarded);
  const resolverAddresses = [gateway4, ...plan.filters4];
  const socks = tunnelSocksRules(plan);
  const flows = flowLimit('flows', maxFlows);
  const exits = exitRules({ ...plan, ...plan.exits, resolverAddresses, natPorts: ports });
  return nft`
add table inet ${table}
delete table inet ${table}
table inet ${table} {
  ${flows.declarations}
  ${exits.declarations}
  ${inbound.declarations}
  # The tunnels' own packets are not followed, so no customer's mapping can ever catch them (port shadowing).
  chain arriving { type filter hook prerouting priority raw; policy accept;
    iifname ${uplink} udp dport ${untracked} notrack
    ${exits.arriving}
  }
  chain sending { type filter hook output priority raw; policy accept;
    oifname ${uplink} udp sport ${untracked} notrack
    ${exits.sending}
  }
  chain names { type nat hook prerouting priority dstnat; policy accept;
    ${exits.names}
    ${inbound.names}
    ${socks.names}
    iifname ${tunnels} ip daddr ${gateway4} udp dport 53 dnat ip to ${resolver}
    iifname ${tunnels} ip daddr ${gateway4} tcp dport 53 dnat ip to ${resolver}
  }
  # A customer chooses no source port and is never given one of ours (CVE-2021-3773).
  chain outward { type nat hook postrouting priority srcnat; policy accept;
    oifname ${tunnels} accept
    ${exits.outward}
    ip saddr ${network4} meta l4proto { tcp, udp } masquerade to :${ports.first}-${ports.last} fully-random
    ip6 saddr ${network6} meta l4proto { tcp, udp } masquerade to :${ports.first}-${ports.last} fully-random
    ip saddr ${network4} masquerade fully-random
    ip6 saddr ${network6} masquerade fully-random
  }
  # Enabling forwarding makes this machine a router: it routes only what these rules accept.
  chain through { type filter hook forward priority filter; policy drop;
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
    ${exits.counted}
    ${inbound.ended}
    ct state established,related accept
    ct state invalid drop
    ${inbound.through}
    iifname != ${tunnels} drop
    ${flows.rule}
    ${exits.through}
    ct status dnat ip daddr ${resolver} meta l4proto { tcp, udp } th dport 53 accept
    oifname ${uplink} ip daddr != ${[...notPublic4]} accept
    oifname ${uplink} ip6 daddr 2000::/3 ip6 daddr != ${[...notPublic6]} accept
    reject with icmpx admin-prohibited
  }
  # Of the gateway itself customers reach the admission endpoint, the SOCKS5 proxy and an echo. Who else may is for the machine's own firewall.
  chain into { type filter hook input priority filter; policy accept;
${socks.refused}
    iifname ${tunnels} ${flows.rule}
    ${exits.into}
    ${inbound.unmapped}
    iifname != ${tunnels} accept
    ct state established,related accept
    ct state invalid drop
    ct status dnat ip daddr ${resolver} meta l4proto { tcp, udp } th dport 53 accept
    ${filtered(plan.filters4)}
    ${inbound.into}
${socks.into}
    tcp dport ${[admissionPort, ...plan.proxyPorts]} accept
    ip daddr ${gateway4} tcp dport ${[postQuantumPskPort, egressStatusPort]} accept
    ip daddr ${gateway4} icmp type echo-request accept
    ip6 daddr ${gateway6} icmpv6 type echo-request accept
    reject with icmpx admin-prohibited
  }
  # What hides OpenVPN connects to OpenVPN and to nothing else: ss-server alone would fetch anything for anyone.
  chain own { type filter hook output priority filter; policy accept;
    meta skuid ${[...users]} jump hidden
    ${transport.own}
    ${socks.own}
    ${exits.own}
  }
  ${socks.chain}
  ${transport.chain}
  chain hidden {
    ct state established,related accept
    udp sport ${udpPort} accept
    oifname "lo" ip daddr 127.0.0.1 tcp dport ${tcpPort} accept
    reject with icmpx admin-prohibited
  }
}`;
}

const noTransportRules = { own: joinNft([]), chain: joinNft([]) };

/**
 * Restricts the program that serves WireGuard's transports to its clients, WireGuard and the admission endpoint: it accepts packets from
 * anyone, and could otherwise reach every service of the machine.
 */
function transportRules({ transports, uplink, wireguardPort }: RulesetPlan): typeof noTransportRules {
  return {
    own: nft`${listenerRules(transports, uplink)}
    meta skuid ${transports.user} jump transports`,
    chain: nft`chain transports {
    ct state established,related accept
    oifname "lo" ip daddr 127.0.0.1 udp dport ${wireguardPort} accept
    oifname "lo" ip daddr 127.0.0.1 tcp dport ${sharedAdmissionPort} accept
    reject with icmpx admin-prohibited
  }`,
  };
}

/** Root opens the listening sockets, and `meta skuid` is the user that opened a socket: these are matched by their ports. */
function listenerRules({ tcpPorts, udpPorts }: RulesetPlan['transports'], uplink: string): NftBatch {
  const refused = nft`reject with icmpx admin-prohibited`;
  return joinNft([
    ...(udpPorts.length === 0 ? [] : [nft`udp sport ${[...udpPorts]} oifname != ${uplink} ${refused}`]),
    // A listening socket can be made to connect.
    ...(tcpPorts.length === 0
      ? []
      : [nft`tcp sport ${[...tcpPorts]} tcp flags & (syn | ack) == syn ${refused}`]),
  ]);
}

function filtered(addresses: readonly string[]): NftBatch {
  return addresses.length === 0
    ? joinNft([])
    : nft`ip daddr ${addresses} meta l4proto { tcp, udp } th dport 53 accept`;
}

/** Returns the batch that removes the rules, if there are any. */
export function noRuleset(): NftBatch {
  const table = nftName(rulesetTable);
  return nft`
add table inet ${table}
delete table inet ${table}`;
}

/** Returns every port of a range. */
export function portsOf({ first, last }: PortRange): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Returns the largest range of unprivileged ports that contains none of `taken`. */
export function largestFreePortRange(...taken: readonly number[]): PortRange {
  const bounds = [1023, ...taken.filter((port) => port > 1023).toSorted((one, other) => one - other), 65_536];
  let best = { first: 1024, last: 1023 };
  for (const [index, bound] of bounds.slice(0, -1).entries()) {
    const run = { first: bound + 1, last: (bounds[index + 1] ?? 65_536) - 1 };
    if (run.last - run.first > best.last - best.first) best = run;
  }
  return best;
}
