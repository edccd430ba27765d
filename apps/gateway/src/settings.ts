import { err, ok, type Result } from '@comet/foundation';
import { readEnvironment } from '@comet/foundation/environment';
import { egressStatusPort, postQuantumPskPort } from '@comet/admission';
import { collectorUrl, scrapeAddress } from '@comet/observability';
import { type Environment, environment } from './environment.ts';
import { sharedAdmissionPort } from './platform/admission-server/admission-server.ts';
import { scrambledPorts, sharesWireguardPort } from './features/wireguard-transports/index.ts';
import { portMappingPort } from './platform/firewall/port-forwards.ts';
import { associationPorts, tunnelSocksPort } from './platform/firewall/tunnel-socks-rules.ts';
import { largestFreePortRange, portsOf } from './platform/firewall/ruleset.ts';
import { exitControlPort, exitMeasurePort, tproxyListener } from './platform/routing/exit-slot.ts';

/** Returns the settings, or one sentence about the first invalid one, and with COMET_ENV=production about each. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const read = readEnvironment(environment, env);
  if (!read.ok) return err(env['COMET_ENV'] === 'production' ? read.error.join(' ') : (read.error[0] ?? ''));
  const { OPENVPN_PROGRAM_USER_ID: first, OPENVPN_USER_ID, PROXY_USER_ID } = read.value;
  const { TRANSPORT_USER_ID, SOCKS_USER_ID } = read.value;
  const users = [OPENVPN_USER_ID, PROXY_USER_ID, TRANSPORT_USER_ID, SOCKS_USER_ID];
  if (users.some((user) => user >= first && user < first + 5))
    return err('OPENVPN_PROGRAM_USER_ID must begin five users that no other setting names.');
  if ([OPENVPN_USER_ID, PROXY_USER_ID].includes(TRANSPORT_USER_ID))
    return err('TRANSPORT_USER_ID must be a user that no other setting names.');
  if (users.slice(0, -1).includes(SOCKS_USER_ID))
    return err('SOCKS_USER_ID must be a user that no other setting names.');
  const conflict = extraPortConflict(read.value);
  if (conflict !== null) return err(`WG_EXTRA_PORTS contains ${conflict}, which has another use.`);
  const settings = settingsFrom(read.value);
  const fault = transportsFault(settings) ?? forwardedPortsFault(settings);
  if (fault !== null) return err(fault);
  return ok(settings);
}

/** Ports on which services inside the gateway's tunnels listen, which an address of all interfaces would include. */
const tunnelServices = {
  udp: [53, portMappingPort, ...portsOf(associationPorts)],
  tcp: [53, postQuantumPskPort, egressStatusPort, tunnelSocksPort, exitControlPort, exitMeasurePort],
};
/** Ports of the gateway's programs on the loopback. */
const loopbackServices = [tproxyListener.port, sharedAdmissionPort];

/** Returns a sentence about the first transport whose port another service of the gateway uses; null if there is none. */
function transportsFault(settings: Settings): string | null {
  const { openvpn, proxy, exits, metrics, wireguardPort, wireguardTransports } = settings;
  const { udpPort, tcpPort, tlsPort, shadowsocksPort, obfs4Port } = openvpn;
  const tcpPorts = [tcpPort, tlsPort, shadowsocksPort, obfs4Port, proxy.httpPort, proxy.socksPort];
  const taken = {
    tcp: [
      ...tcpPorts,
      ...tunnelServices.tcp,
      ...loopbackServices,
      ...(metrics === null ? [] : [metrics.port]),
    ],
    udp: [wireguardPort, udpPort, ...portsOf(exits.ports), ...tunnelServices.udp, tproxyListener.port],
  };
  const own = [wireguardPort, ...settings.wireguardExtraPorts];
  const lost = wireguardTransports.find(({ kind, port }) => kind === 'scrambled' && !own.includes(port));
  if (lost !== undefined)
    return `WG_TRANSPORTS contains scrambled:${lost.port}, which is neither WG_PORT nor one of WG_EXTRA_PORTS.`;
  const alone = wireguardTransports.find(
    ({ kind, port }) =>
      kind === 'cover' &&
      wireguardTransports.every((other) => other.kind !== 'scrambled' || other.port !== port),
  );
  if (alone !== undefined)
    return `WG_TRANSPORTS contains cover:${alone.port} without scrambled:${alone.port}.`;
  const inner = scrambledPorts(wireguardTransports).find(
    ([, port]) => own.includes(port) || taken.udp.includes(port),
  );
  if (inner !== undefined) return `Port ${inner[1]} must be free for scrambled:${inner[0]} of WG_TRANSPORTS.`;
  const conflict = wireguardTransports.find(
    ({ kind, port }) =>
      (!sharesWireguardPort(kind) && taken[kind === 'tcp' ? 'tcp' : 'udp'].includes(port)) ||
      (kind === 'shadowsocks' &&
        ([...taken.tcp, ...own, settings.admissionPort].includes(port) ||
          wireguardTransports.some((other) => other.kind !== kind && other.port === port))),
  );
  if (conflict === undefined) return null;
  return `WG_TRANSPORTS contains ${conflict.kind}:${conflict.port}, whose port has another use.`;
}

/** Ports that remain for connections of customers to the internet. */
const minNatPorts = 10_000;

/** Returns a sentence if forwarded ports include one that the gateway uses, or leave too few for outgoing connections. */
function forwardedPortsFault(settings: Settings): string | null {
  const range = settings.forwardedPorts;
  if (range === null) return null;
  const used = listeningPorts(settings);
  const conflict = used.find((port) => port >= range.first && port <= range.last);
  if (conflict !== undefined)
    return `FORWARDED_PORTS must not include ${conflict}, a port of the gateway itself.`;
  const left = largestFreePortRange(...used, ...portsOf(range));
  return left.last - left.first + 1 < minNatPorts
    ? `FORWARDED_PORTS must leave ${minNatPorts} consecutive ports for outgoing connections.`
    : null;
}

/** All ports that the gateway listens on for the internet. */
function listeningPorts(settings: Settings): readonly number[] {
  const { wireguardPort, wireguardExtraPorts, wireguardTransports, admissionPort, openvpn, proxy, exits } =
    settings;
  const { udpPort, tcpPort, tlsPort, shadowsocksPort, obfs4Port } = openvpn;
  const { httpPort, socksPort } = proxy;
  const single = [wireguardPort, admissionPort, udpPort, tcpPort, tlsPort, shadowsocksPort, obfs4Port];
  const transports = [
    ...wireguardTransports.map(({ port }) => port),
    ...scrambledPorts(wireguardTransports).map(([, port]) => port),
  ];
  return [...single, ...wireguardExtraPorts, ...transports, httpPort, socksPort, ...portsOf(exits.ports)];
}

/** The UDP ports besides WG_PORT that networks rarely block: DNS, HTTP/3, NTP, IPsec, and WireGuard's usual one. */
const usualExtraPorts: readonly number[] = [53, 80, 123, 443, 4500, 51_820];

/** Returns the first of the set ports that another service of the gateway uses; null if there is none. */
function extraPortConflict(from: Environment): number | null {
  return from.WG_EXTRA_PORTS?.find((port) => isOtherUdpPort(from, port)) ?? null;
}

/** Whether WireGuard, OpenVPN or an exit uses a UDP port. */
function isOtherUdpPort({ WG_PORT, OPENVPN_UDP_PORT, EXIT_PORTS }: Environment, port: number): boolean {
  return (
    port === WG_PORT || port === OPENVPN_UDP_PORT || (port >= EXIT_PORTS.first && port <= EXIT_PORTS.last)
  );
}

/** The settings from the environment, described in `environment.ts`. */
export type Settings = Readonly<ReturnType<typeof settingsFrom>>;

function settingsFrom(from: Environment) {
  return {
    apiUrl: from.API_URL,
    natsServers: from.NATS_URL?.split(',') ?? [],
    stateDirectory: from.STATE_DIR,
    enrolToken: from.ENROL_TOKEN ?? null,
    wireguardInterface: from.WG_INTERFACE,
    wireguardPort: from.WG_PORT,
    wireguardExtraPorts: from.WG_EXTRA_PORTS ?? usualExtraPorts.filter((port) => !isOtherUdpPort(from, port)),
    wireguardTransports: from.WG_TRANSPORTS,
    admissionPort: from.ADMISSION_PORT,
    openvpn: {
      udpPort: from.OPENVPN_UDP_PORT,
      tcpPort: from.OPENVPN_TCP_PORT,
      tlsPort: from.OPENVPN_TLS_PORT,
      shadowsocksPort: from.OPENVPN_SHADOWSOCKS_PORT,
      obfs4Port: from.OPENVPN_OBFS4_PORT,
      user: from.OPENVPN_USER_ID,
      firstProgramUser: from.OPENVPN_PROGRAM_USER_ID,
    },
    runDirectory: from.RUN_DIR ?? `/run/comet-gateway-${from.WG_INTERFACE}`,
    publicIpv4: from.PUBLIC_IPV4,
    publicIpv6: from.PUBLIC_IPV6 ?? null,
    uplinkInterface: from.UPLINK_INTERFACE,
    resolver: from.RESOLVER,
    exits: { ports: from.EXIT_PORTS, resolver: from.EXIT_RESOLVER ?? from.RESOLVER },
    forwardedPorts: from.FORWARDED_PORTS ?? null,
    proxy: {
      httpPort: from.PROXY_HTTP_PORT,
      socksPort: from.PROXY_SOCKS_PORT,
      user: from.PROXY_USER_ID,
      except: from.PROXY_EXCEPT?.split(',') ?? [],
    },
    socksUser: from.SOCKS_USER_ID,
    blockLists: from.BLOCK_LISTS ?? null,
    wireguardImplementation: from.WIREGUARD_IMPLEMENTATION,
    wireguardGo: from.WIREGUARD_GO,
    udpOffload: from.UDP_OFFLOAD,
    listener: from.LISTENER_PROGRAM,
    relay: from.RELAY_PROGRAM,
    dnsFilter: from.DNS_FILTER_PROGRAM,
    transport: { program: from.TRANSPORT_PROGRAM, user: from.TRANSPORT_USER_ID },
    metrics: scrapeAddress(from),
    tracesUrl: collectorUrl(from),
    logLevel: from.LOG_LEVEL,
  };
}
