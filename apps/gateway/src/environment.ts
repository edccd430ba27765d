import type { WireguardTransport } from '@comet/contract';
import { isCidr, isIpv4, isIpv6, isNatsAddress, isPort, isPublicIp } from '@comet/foundation';
import { variable } from '@comet/foundation/environment';
import { logLevels } from '@comet/foundation/log';
import { commonVariables } from '@comet/foundation/common-variables';
import { isDevelopmentUrl } from '@comet/foundation/development-url';
import { scrapeVariables, traceVariables } from '@comet/observability';
import { isPreloadable } from '@comet/linux-network';
import * as z from 'zod/mini';

const fitting = (isGood: (text: string) => boolean) => z.string().check(z.refine(isGood));
const number = z.pipe(
  fitting((text) => /^\d{1,10}$/.test(text)),
  z.transform(Number),
);
const port = number.check(z.refine(isPort));
/** An unprivileged port: 1024 or above. */
const unprivilegedPort = port.check(
  z.refine((one) => one >= 1024, '1024 or more: the process that listens there has no privileges'),
);
/** The id of a user that belongs to no person or system service. */
const userId = number.check(z.refine((id) => id >= 1000 && id <= 4_294_967_290));
/** Packets from the tunnel cannot be redirected to 127.0.0.0/8 without opening the loopback to everyone. */
const resolver = fitting((text) => isIpv4(text) && !text.startsWith('127.') && text !== '0.0.0.0');
const absolutePath = z.string().check(z.startsWith('/'));
/** The name of a network interface. */
const link = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/));
/** A range of unprivileged ports, both ends included. */
const portRange = z.pipe(
  z.string().check(z.regex(/^\d{4,5}-\d{4,5}$/)),
  z.transform((text) => {
    const [first = 0, last = 0] = text.split('-').map(Number);
    return { first, last };
  }),
);
const ports = portRange.check(z.refine(({ first, last }) => first >= 1024 && first <= last && isPort(last)));

/** Distinct UDP ports, separated by commas; `none` for none. */
const portList = z.pipe(
  fitting((text) => /^(none|\d{1,5}(,\d{1,5}){0,15})$/.test(text)),
  z.transform((text) => (text === 'none' ? [] : text.split(',').map(Number))),
);
const distinctPorts = portList.check(
  z.refine((list) => list.every(isPort) && new Set(list).size === list.length),
);

const transportKinds = [
  'tcp',
  'quic',
  'scrambled',
  'shadowsocks',
  'cover',
] as const satisfies WireguardTransport['kind'][];
const transportPattern = `(${transportKinds.join('|')}):\\d{1,5}`;
const transportsPattern = new RegExp(`^(none|${transportPattern}(,${transportPattern}){0,7})$`);

/** Distinct pairs of transport and port, separated by commas; `none` for none. */
const transportList = z.pipe(
  fitting((text) => transportsPattern.test(text)),
  z.transform((text) => (text === 'none' ? [] : text.split(',').map(transportOf))),
);
const distinctTransports = transportList.check(
  z.refine(
    (list) =>
      list.every(({ port: one }) => isPort(one)) &&
      new Set(list.map(({ kind, port: one }) => `${kind}:${one}`)).size === list.length,
  ),
);

function transportOf(text: string): WireguardTransport {
  const [name, number] = text.split(':');
  const kind = transportKinds.find((one) => one === name) ?? 'tcp';
  return { kind, port: Number(number) };
}

const implementations = ['auto', 'kernel', 'userspace'] as const;
const path = 'an absolute path';
const plainPath = 'an absolute path of plain letters';
const builtAs = 'It is built and installed like `UDP_OFFLOAD`';

const portOf = (meaning: string, otherwise: number) =>
  variable(z._default(port, otherwise), { must: 'a port, 1 to 65535', meaning });
const unprivilegedPortOf = (meaning: string, otherwise: number) =>
  variable(z._default(unprivilegedPort, otherwise), { must: 'a port, 1 to 65535', meaning });
const userOf = (meaning: string, otherwise: number, whose = 'a user') =>
  variable(z._default(userId, otherwise), { must: `the number of ${whose}, 1000 to 4294967290`, meaning });

/** The agent's environment variables: read by `readSettings`, printed by `--help`, and the source of the generated table. */
export const environment = z.object({
  ...commonVariables,
  API_URL: variable(
    fitting((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
    {
      must: 'the address of the control plane, like https://api.example.com',
      production: { refuses: isDevelopmentUrl, set: 'the https:// address of the control plane' },
      meaning: 'the control plane',
    },
  ),
  NATS_URL: variable(z.optional(fitting((text) => text.split(',').every(isNatsAddress))), {
    must: 'addresses like tls://leaf.example:4222, with commas; with tls:// a host name, not an IP address',
    production: {
      refuses: (given) => given?.split(',').some((url) => !url.startsWith('tls://')) === true,
      set: 'addresses with tls://, or none',
    },
    meaning:
      'NATS servers over which the change feed is followed and used data is reported, the nearest first. Without them, and while none can be used, HTTP is used',
  }),
  STATE_DIR: variable(absolutePath, {
    must: path,
    meaning:
      "the gateway's identity, the feed's state and the leases; mode 0700. With its content, a restarted gateway needs neither the token nor the API",
  }),
  ENROL_TOKEN: variable(z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/))), {
    must: 'an enrolment token',
    secret: true,
    meaning: 'an enrolment token, only for the first start',
  }),
  NODE_EXTRA_CA_CERTS: variable(z.optional(z.string()), {
    must: path,
    meaning:
      "a PEM file with the certificate of your own CA, if it issued the API's certificate; without it the log reports that the certificate is not trusted. Only from the environment, since Node reads it",
  }),
  PUBLIC_IPV4: variable(fitting(isIpv4), {
    must: "the gateway's public IPv4 address",
    production: {
      refuses: (given) => given !== undefined && !isPublicIp(given),
      set: 'an address that clients reach from the internet',
    },
    meaning: 'the public IPv4 address for clients',
  }),
  PUBLIC_IPV6: variable(z.optional(fitting(isIpv6)), {
    must: "the gateway's public IPv6 address",
    meaning: 'the public IPv6 address for clients',
  }),
  UPLINK_INTERFACE: variable(link, {
    must: 'the network interface that faces the internet',
    meaning: 'the interface that faces the internet',
  }),
  RESOLVER: variable(resolver, {
    must: 'the IPv4 address of a resolver, not one of the loopback',
    meaning: "IPv4 address of the resolver for clients' DNS queries",
  }),
  WG_INTERFACE: variable(z._default(link, 'wg0'), {
    must: 'a name for the network interface',
    meaning: 'the WireGuard interface',
  }),
  WG_PORT: portOf("WireGuard's port (UDP)", 51_820),
  WG_EXTRA_PORTS: variable(z.optional(distinctPorts), {
    must: 'up to 16 different ports like 53,443, or none',
    meaning:
      'further UDP ports at which clients reach WireGuard where a network blocks `WG_PORT`; `none` for none. No port of `EXIT_PORTS`, nor `OPENVPN_UDP_PORT`; a local service on one of these ports keeps all packets except those of WireGuard',
    otherwise: '`53,80,123,443,4500,51820`, except ports with another use',
  }),
  WG_TRANSPORTS: variable(z._default(distinctTransports, []), {
    must: 'up to 8 different transports like tcp:443,quic:443,scrambled:443,shadowsocks:8389, or none',
    meaning:
      'how clients reach WireGuard where a network blocks its UDP packets: `tcp` over TCP, `quic` over HTTP/3 (MASQUE, RFC 9298), `scrambled` as random-looking UDP, `shadowsocks` over Shadowsocks 2022 (UDP and TCP), each with its port; `none` for none. `tcp` may share `ADMISSION_PORT`, `quic` one of `WG_EXTRA_PORTS`, `scrambled` must share `WG_PORT` or one of them, also with `quic`, and `shadowsocks` has a port of its own; no other port that the gateway uses. `cover` offers cover traffic at a port of `scrambled`',
    otherwise: '`none`',
  }),
  ADMISSION_PORT: variable(z._default(port, 443), {
    must: 'a port, 1 to 65535',
    meaning: 'the admission endpoint, to which clients send their tickets (TCP)',
    formerly: 'DOOR_PORT',
  }),
  WIREGUARD_IMPLEMENTATION: variable(z._default(z.enum(implementations), 'auto'), {
    must: `one of ${implementations.join(', ')}`,
    meaning: "`auto` (the kernel's, else wireguard-go), `kernel` or `userspace`",
  }),
  WIREGUARD_GO: variable(z._default(z.string(), 'wireguard-go'), {
    must: 'a path',
    meaning: 'the path of wireguard-go',
  }),
  LOG_LEVEL: variable(z._default(z.enum(logLevels), 'info'), {
    must: `one of ${logLevels.join(', ')}`,
    meaning: logLevels.map((level) => `\`${level}\``).join(', '),
  }),
  ...scrapeVariables,
  ...traceVariables,
  BLOCK_LISTS: variable(z.optional(absolutePath), {
    must: path,
    meaning:
      "a folder with any of `ads.txt`, `trackers.txt`, `malware.txt`, `adult.txt`, `gambling.txt` and `social.txt`: names, hosts files, or filters of ad blockers for a whole domain (`||ads.example^`, and `@@||cdn.example^` as an exception from all lists). Changed files are loaded within a minute; a new list needs a restart of the agent. The admission reply contains the gateway's lists",
  }),
  OPENVPN_UDP_PORT: unprivilegedPortOf(
    "OpenVPN's server by UDP; all of OpenVPN's ports are 1024 or above",
    1194,
  ),
  OPENVPN_TCP_PORT: unprivilegedPortOf("OpenVPN's server by TCP", 1195),
  OPENVPN_TLS_PORT: unprivilegedPortOf('stunnel, which hides the TCP server', 8443),
  OPENVPN_SHADOWSOCKS_PORT: unprivilegedPortOf('shadowsocks-libev, which hides the TCP server', 8388),
  OPENVPN_OBFS4_PORT: unprivilegedPortOf('obfs4proxy, which hides the TCP server', 9443),
  EXIT_PORTS: variable(z._default(ports, { first: 52_000, last: 52_999 }), {
    must: 'ports like 52000-52999',
    meaning: 'UDP ports to which exits connect',
    otherwise: '`52000-52999`',
  }),
  FORWARDED_PORTS: variable(z.optional(ports), {
    must: 'ports like 40000-49999',
    meaning:
      'public ports that are forwarded to customers who request one by NAT-PMP or PCP, where the location has the feature `port_forwarding`. None of the ports above may be among them. Without them no port is forwarded',
  }),
  EXIT_RESOLVER: variable(z.optional(resolver), {
    must: 'the IPv4 address of a public resolver, not one of the loopback',
    meaning: 'the public resolver for queries through an exit',
    otherwise: '`RESOLVER`',
  }),
  PROXY_HTTP_PORT: unprivilegedPortOf('the residential proxy by HTTP', 8080),
  PROXY_SOCKS_PORT: unprivilegedPortOf('the residential proxy by SOCKS5', 1080),
  PROXY_USER_ID: userOf('the user of the residential proxy', 70_002),
  PROXY_EXCEPT: variable(z.optional(fitting((text) => text.split(',').every(isCidr))), {
    must: 'networks like 192.0.2.0/24, with commas',
    meaning: 'private networks that are treated as public: only for labs',
    production: { refuses: (given) => given !== undefined, set: 'none: it is only for labs' },
  }),
  UDP_OFFLOAD: variable(z._default(fitting(isPreloadable), '/usr/lib/comet/libcomet_udp_offload.so'), {
    must: plainPath,
    meaning:
      'the library that is preloaded into OpenVPN, on gateways only for UDP ([decision 45](decisions/0045-batch-openvpn-packets-with-gso-gro-in-an-ld-preload-library.md)); it must be owned by root and not writable by others, else OpenVPN runs without it. `npm run build` puts it beside the programs, `npm start` builds it into /var/cache/comet',
  }),
  RELAY_PROGRAM: variable(z._default(absolutePath, '/usr/lib/comet-gateway/comet-relay'), {
    must: path,
    meaning: `\`comet-relay\`, the data plane of the residential proxy, which does not start without it ([decision 59](decisions/0059-relay-proxy-data-in-rust-and-authorise-requests-in-node.md)). ${builtAs}`,
    formerly: 'CARRIER_PROGRAM',
  }),
  LISTENER_PROGRAM: variable(z._default(absolutePath, '/usr/lib/comet-gateway/comet-listener'), {
    must: path,
    meaning: `\`comet-listener\`, which accepts tunnel connections for providers' endpoints ([decision 58](decisions/0058-relay-tunnel-traffic-to-proxy-providers-with-tproxy.md)); without it providers serve only the proxy. ${builtAs}. It listens on 127.0.0.1:5292; DNS queries are accepted on 100.64.0.1:5292`,
  }),
  DNS_FILTER_PROGRAM: variable(z._default(absolutePath, '/usr/lib/comet-gateway/comet-dns-filter'), {
    must: path,
    meaning: `\`comet-dns-filter\`, which serves \`BLOCK_LISTS\` ([decision 46](decisions/0046-filter-dns-on-the-gateway-with-block-lists.md)). ${builtAs}`,
  }),
  TRANSPORT_PROGRAM: variable(z._default(absolutePath, '/usr/lib/comet-gateway/comet-transport'), {
    must: path,
    meaning: `\`comet-transport\`, which serves \`WG_TRANSPORTS\`. ${builtAs}`,
  }),
  TRANSPORT_USER_ID: userOf('the user of `comet-transport`', 70_003),
  SOCKS_USER_ID: userOf('the user of the SOCKS5 proxy in the tunnel', 70_004),
  OPENVPN_USER_ID: userOf("the user id of the process that supervises OpenVPN's programs", 70_001),
  OPENVPN_PROGRAM_USER_ID: userOf(
    "the first of five consecutive user ids, one for each of OpenVPN's programs",
    70_011,
    'the first of five users',
  ),
  RUN_DIR: variable(z.optional(z.string().check(z.regex(/^\/[A-Za-z0-9_./-]{1,60}$/))), {
    must: plainPath,
    meaning: "the folder of OpenVPN's files and sockets",
    otherwise: '`/run/comet-gateway-WG_INTERFACE`',
  }),
});

export type Environment = z.output<typeof environment>;
