import { err, isCidr, isIpv4, isIpv6, ok, type Result } from '@comet/foundation';
import { isPreloadable } from '@comet/linux-network';
import { isHttpUrl, isLink, isReachableIpv4, portRange, readEnvironment } from './environment.ts';

/** What the environment tells the agent. */
export interface Settings {
  readonly apiUrl: string;
  readonly stateDirectory: string;
  /** Needed at the first start only. */
  readonly enrolToken: string | null;
  readonly wireguardInterface: string;
  readonly wireguardPort: number;
  readonly doorPort: number;
  /** Where OpenVPN listens, and what hides it. */
  readonly openvpn: {
    readonly udpPort: number;
    readonly tcpPort: number;
    readonly tlsPort: number;
    readonly shadowsocksPort: number;
    readonly obfs4Port: number;
    /** The user id of whoever answers for it: one that no person and no other service has. */
    readonly user: number;
    /** The first of five such ids in a row, one for each program. */
    readonly firstProgramUser: number;
  };
  /** Holds what the running programs read, their sockets and nothing that has to last. */
  readonly runDirectory: string;
  readonly publicIpv4: string;
  readonly publicIpv6: string | null;
  readonly uplinkInterface: string;
  /** IPv4 address of the resolver that answers the customers' questions. */
  readonly resolver: string;
  readonly exits: {
    /** Where exits dial in, UDP; each has a port of its own. */
    readonly ports: { readonly first: number; readonly last: number };
    /** IPv4 address of a public resolver, which is asked by the way of an exit. */
    readonly resolver: string;
  };
  /** The residential proxy. */
  readonly proxy: {
    readonly httpPort: number;
    readonly socksPort: number;
    /** As whom it runs: the number of a user that no person and no other service has. */
    readonly user: number;
    /** Networks that it takes for the internet though they are not: a laboratory's. */
    readonly except: readonly string[];
  };
  /** Folder of the block lists `ads.txt`, `trackers.txt` and `malware.txt`; null offers none. */
  readonly blockLists: string | null;
  readonly wireguardImplementation: 'auto' | 'kernel' | 'userspace';
  readonly wireguardGo: string;
  /** Path of the library that has OpenVPN's datagrams go in bursts; a machine may lack it. */
  readonly udpOffload: string;
  /** Path of `comet-listener`, without which providers' endpoints serve no tunnels; a machine may lack it. */
  readonly listener: string;
  /** Path of `comet-carrier`, without which the proxy's process moves all bytes itself; a machine may lack it. */
  readonly carrier: string;
  readonly logLevel: string;
}

const implementations = ['auto', 'kernel', 'userspace'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings, or one sentence that says what is wrong with the first bad one. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const read = readEnvironment(env);
  const wireguardInterface = read.text('WG_INTERFACE', 'wg0', isLink, 'a name for the network interface');
  const resolver = read.text(
    'RESOLVER',
    null,
    isReachableIpv4,
    'the IPv4 address of a resolver, not one of the loopback',
  );
  const settings: Settings = {
    apiUrl: read.text(
      'API_URL',
      null,
      isHttpUrl,
      'the address of the control plane, like https://api.example.com',
    ),
    stateDirectory: read.path('STATE_DIR', null),
    enrolToken: read.optional(
      'ENROL_TOKEN',
      (text) => /^[A-Za-z0-9_-]{1,200}$/.test(text),
      'an enrolment token',
    ),
    wireguardInterface,
    wireguardPort: read.port('WG_PORT', 51_820),
    doorPort: read.port('DOOR_PORT', 443),
    openvpn: {
      udpPort: read.unprivilegedPort('OPENVPN_UDP_PORT', 1194),
      tcpPort: read.unprivilegedPort('OPENVPN_TCP_PORT', 1195),
      tlsPort: read.unprivilegedPort('OPENVPN_TLS_PORT', 8443),
      shadowsocksPort: read.unprivilegedPort('OPENVPN_SHADOWSOCKS_PORT', 8388),
      obfs4Port: read.unprivilegedPort('OPENVPN_OBFS4_PORT', 9443),
      user: read.user('OPENVPN_USER_ID', 70_001),
      firstProgramUser: read.user('OPENVPN_PROGRAM_USER_ID', 70_011, 'the first of five users'),
    },
    runDirectory: read.text(
      'RUN_DIR',
      `/run/comet-gateway-${wireguardInterface}`,
      (text) => /^\/[A-Za-z0-9_./-]{1,60}$/.test(text),
      'an absolute path of plain letters',
    ),
    publicIpv4: read.text('PUBLIC_IPV4', null, isIpv4, "the gateway's public IPv4 address"),
    publicIpv6: read.optional('PUBLIC_IPV6', isIpv6, "the gateway's public IPv6 address"),
    uplinkInterface: read.text(
      'UPLINK_INTERFACE',
      null,
      isLink,
      'the network interface that faces the internet',
    ),
    resolver,
    exits: {
      ports: portRange(
        read.text('EXIT_PORTS', '52000-52999', (text) => portRange(text) !== null, 'ports like 52000-52999'),
      ) ?? { first: 0, last: 0 },
      resolver: read.text(
        'EXIT_RESOLVER',
        resolver,
        isReachableIpv4,
        'the IPv4 address of a public resolver, not one of the loopback',
      ),
    },
    proxy: {
      httpPort: read.unprivilegedPort('PROXY_HTTP_PORT', 8080),
      socksPort: read.unprivilegedPort('PROXY_SOCKS_PORT', 1080),
      user: read.user('PROXY_USER_ID', 70_002),
      except:
        read
          .optional(
            'PROXY_EXCEPT',
            (text) => text.split(',').every(isCidr),
            'networks like 192.0.2.0/24, with commas',
          )
          ?.split(',') ?? [],
    },
    blockLists: read.optionalPath('BLOCK_LISTS'),
    wireguardImplementation: read.oneOf('WIREGUARD_IMPLEMENTATION', 'auto', implementations),
    wireguardGo: read.text('WIREGUARD_GO', 'wireguard-go', () => true, 'a path'),
    udpOffload: read.text(
      'UDP_OFFLOAD',
      '/usr/lib/comet/libcomet_udp_offload.so',
      isPreloadable,
      'an absolute path of plain letters',
    ),
    listener: read.path('LISTENER_PROGRAM', '/usr/lib/comet-gateway/comet-listener'),
    carrier: read.path('CARRIER_PROGRAM', '/usr/lib/comet-gateway/comet-carrier'),
    logLevel: read.oneOf('LOG_LEVEL', 'info', logLevels),
  };
  const { user, firstProgramUser } = settings.openvpn;
  for (const taken of [user, settings.proxy.user])
    if (taken >= firstProgramUser && taken < firstProgramUser + 5)
      read.blame('OPENVPN_PROGRAM_USER_ID must begin five users that nobody else is.');
  const [fault] = read.faults;
  return fault === undefined ? ok(settings) : err(fault);
}
