import { joinNft, type NftBatch, nft, nftName } from '@comet/linux-network';
import { rulesetTable } from './exit-rules.ts';

interface WireguardPortsPlan {
  readonly uplink: string;
  /** The port at which WireGuard listens. */
  readonly wireguardPort: number;
  /** Further UDP ports at which the same WireGuard is reached. */
  readonly wireguardExtraPorts: readonly number[];
  /** Of these ports, those whose scrambled datagrams are led to a port of the program that serves them. */
  readonly scrambledPorts: readonly (readonly [number, number])[];
}

/** Peers at further ports, for each IP version: about 13 MB of kernel memory at most. */
const maxPeers = 65_536;
/** Seconds for which the port of a peer is kept: until WireGuard has sent it a packet, and from then on (its REJECT_AFTER_TIME). */
const timeouts = { unanswered: 5, answered: 180 };

const table = nftName(`${rulesetTable}_ports`);
const peers4 = nft`udp sport . ip saddr : udp dport`;
// nft 1.0.6 puts the value of a map into the registers of a key of more than 16 bytes, so the key has the last 96 bits of the address.
const peers6 = nft`@nh,96,96 . udp sport : udp dport`;

/**
 * Returns the rules that lead packets for the further ports to WireGuard's port, and give packets to these peers the source port that they
 * contacted. Without connection tracking, which a flood of forged sources would fill: a map of peers, of limited size, contains a peer
 * for seconds until WireGuard, which authenticates it, has sent it a packet. A full map affects only new peers at these ports. Only
 * packets in the form of WireGuard's four messages are matched; the latest handshake determines a peer's port.
 *
 * Of ports with scrambled datagrams all other packets are led to the program, which has a port for each, so that no map is needed.
 *
 * The rules are replaced in one transaction, and the maps stay: a restart of the agent does not interrupt its peers.
 */
export function wireguardPortRules({
  uplink,
  wireguardPort,
  wireguardExtraPorts,
  scrambledPorts,
}: WireguardPortsPlan): NftBatch {
  if (wireguardExtraPorts.length + scrambledPorts.length === 0) return noWireguardPortRules();
  const { unanswered, answered } = timeouts;
  const scrambled = scrambledRules(scrambledPorts, uplink);
  const extraPort =
    wireguardExtraPorts.length === 0
      ? joinNft([])
      : nft`iifname ${uplink} udp dport ${[...wireguardExtraPorts]} goto extra_port`;
  const map = nft`flags dynamic,timeout; timeout ${unanswered}s; size ${maxPeers};`;
  return nft`
add table inet ${table}
flush table inet ${table}
table inet ${table} {
  map peers4 { type inet_service . ipv4_addr : inet_service; ${map} }
  map peers6 { typeof @nh,96,96 . udp sport : udp dport; ${map} }
  chain arriving { type filter hook prerouting priority raw; policy accept;
    ${scrambled.arriving}
    iifname ${uplink} udp dport ${wireguardPort} goto main_port
    ${extraPort}
  }
  chain main_port {
    @th,64,32 0x01000000 udp length 156 goto forget
    @th,64,32 { 0x01000000, 0x02000000, 0x03000000, 0x04000000 } return
    ${scrambled.lead}
  }
  # Data, handshake initiation, handshake response, cookie reply.
  chain extra_port {
    @th,64,32 0x04000000 udp length >= 40 goto recorded
    @th,64,32 0x01000000 udp length 156 goto handshake
    @th,64,32 0x02000000 udp length 100 goto handshake
    @th,64,32 0x03000000 udp length 72 goto recorded
    ${scrambled.lead}
  }
  chain handshake {
    jump forget
    goto recorded
  }
  chain forget {
    delete @peers4 { ${peers4} }
    meta nfproto ipv6 delete @peers6 { ${peers6} }
  }
  # A checksum of zero means none, and the kernel would adjust it.
  chain recorded {
    udp checksum 0 add @peers4 { ${peers4} } udp dport set ${wireguardPort} udp checksum set 0 notrack return
    add @peers4 { ${peers4} } udp dport set ${wireguardPort} notrack
    meta nfproto ipv6 add @peers6 { ${peers6} } udp dport set ${wireguardPort} notrack
  }
  # Before the rules that would no longer recognise the packets by their source port.
  chain sending { type filter hook output priority -301; policy accept;
    ${scrambled.sending}
    oifname ${uplink} udp sport ${wireguardPort} notrack jump restored
  }
  chain restored {
    udp sport set udp dport . ip daddr map @peers4 update @peers4 { udp dport . ip daddr timeout ${answered}s : udp sport }
    meta nfproto ipv6 udp sport set @nh,224,96 . udp dport map @peers6 update @peers6 { @nh,224,96 . udp dport timeout ${answered}s : udp sport }
  }
}`;
}

/** The rules for scrambled datagrams: between WireGuard's ports and those of the program, which are not reachable otherwise. */
function scrambledRules(ports: WireguardPortsPlan['scrambledPorts'], uplink: string) {
  const none = joinNft([]);
  if (ports.length === 0) return { arriving: none, lead: none, sending: none };
  const own = ports.map(([, port]) => port);
  const each = (rule: (outer: number, inner: number) => NftBatch) =>
    joinNft(ports.map(([outer, inner]) => rule(outer, inner)));
  return {
    arriving: nft`iifname ${uplink} udp dport ${own} drop`,
    lead: each(
      (
        outer,
        inner,
      ) => nft`udp dport ${outer} udp checksum 0 udp dport set ${inner} udp checksum set 0 notrack return
    udp dport ${outer} udp dport set ${inner} notrack return`,
    ),
    sending: each(
      (outer, inner) => nft`oifname ${uplink} udp sport ${inner} notrack udp sport set ${outer} return`,
    ),
  };
}

/** Returns the batch that removes the rules and the maps, if there are any. */
export function noWireguardPortRules(): NftBatch {
  return joinNft([nft`add table inet ${table}`, nft`delete table inet ${table}`]);
}
