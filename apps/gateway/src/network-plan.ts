import { addressesOf, gatewayHost, type NameFilter, tunnelNetwork } from '@comet/admission';
import type { WireguardTransport } from '@comet/contract';
import { openvpnLinks, openvpnUsers } from './features/openvpn/index.ts';
import { scrambledPorts } from './features/wireguard-transports/index.ts';
import type { Addresses } from './platform/firewall/exit-rules.ts';
import type { NetworkPlan } from './platform/routing/network.ts';
import type { Settings } from './settings.ts';

/** Ethernet's 1500 minus WireGuard's overhead over IPv6. */
export const mtu = 1420;

interface Found {
  readonly filters: readonly NameFilter[];
  /** Tunnel addresses of sessions that leave through an exit: their traffic is blocked until the exit is open. */
  readonly blockedSessions: readonly Addresses[];
  /** Whether `comet-listener` is on this machine. */
  readonly tproxy: boolean;
}

/** Returns the network configuration from the settings and the state at the start. */
export function networkPlan(
  settings: Settings,
  privateKey: string,
  { filters, blockedSessions, tproxy }: Found,
): NetworkPlan {
  const own = addressesOf(gatewayHost);
  const links = openvpnLinks(settings.wireguardInterface);
  const portsOf = (...kinds: WireguardTransport['kind'][]) =>
    settings.wireguardTransports.filter(({ kind }) => kinds.includes(kind)).map(({ port }) => port);
  const { udpPort, tcpPort, tlsPort, shadowsocksPort, obfs4Port } = settings.openvpn;
  return {
    name: settings.wireguardInterface,
    mtu,
    implementation: settings.wireguardImplementation,
    wireguardGo: settings.wireguardGo,
    privateKey,
    uplink: settings.uplinkInterface,
    wireguardPort: settings.wireguardPort,
    wireguardExtraPorts: settings.wireguardExtraPorts,
    scrambledPorts: scrambledPorts(settings.wireguardTransports),
    admissionPort: settings.admissionPort,
    transports: {
      user: settings.transport.user,
      tcpPorts: portsOf('tcp', 'shadowsocks'),
      udpPorts: [
        ...portsOf('quic', 'shadowsocks'),
        ...scrambledPorts(settings.wireguardTransports).map(([, port]) => port),
      ],
    },
    tunnels: [settings.wireguardInterface, links.udp, links.tcp],
    openvpn: {
      users: openvpnUsers(settings.openvpn),
      udpPort,
      tcpPort,
      hiddenPorts: [tlsPort, shadowsocksPort, obfs4Port],
    },
    gateway4: own.ipv4,
    gateway6: own.ipv6,
    network4: tunnelNetwork.ipv4,
    network6: tunnelNetwork.ipv6,
    filters4: filters.map(({ address }) => address),
    resolver: settings.resolver,
    socksUser: settings.socksUser,
    proxyPorts: [settings.proxy.httpPort, settings.proxy.socksPort],
    forwardedPorts: settings.forwardedPorts,
    exits: { ...settings.exits, blockedSessions, tproxy },
  };
}
