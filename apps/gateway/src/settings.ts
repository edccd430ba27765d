import { isPreloadable } from '@comet/linux-network';
import { err, isCidr, isIpv4, isIpv6, isPort, ok, type Result } from '@comet/foundation';

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
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The settings, or one sentence that says what is wrong with the first bad one. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const faults: string[] = [];
  const read = (
    name: string,
    otherwise: string | null,
    good: (text: string) => boolean,
    what: string,
  ): string => {
    const text = env[name] === undefined || env[name] === '' ? otherwise : env[name];
    if (text === null) faults.push(`${name} is not set: it must be ${what}.`);
    else if (!good(text)) faults.push(`${name} must be ${what}.`);
    return text ?? '';
  };
  const optional = (name: string, good: (text: string) => boolean, what: string): string | null =>
    env[name] === undefined || env[name] === '' ? null : read(name, null, good, what);
  const port = (name: string, otherwise: number): number =>
    Number(
      read(
        name,
        String(otherwise),
        (text) => /^\d+$/.test(text) && isPort(Number(text)),
        'a port, 1 to 65535',
      ),
    );

  const unprivileged = (name: string, otherwise: number): number => {
    const number = port(name, otherwise);
    if (number < 1024) faults.push(`${name} must be 1024 or more: what listens there has no rights.`);
    return number;
  };

  const implementation = read(
    'WIREGUARD_IMPLEMENTATION',
    'auto',
    (text) => implementations.some((one) => one === text),
    `one of ${implementations.join(', ')}`,
  );
  const wireguardInterface = read('WG_INTERFACE', 'wg0', isLink, 'a name for the network interface');
  const resolver = read(
    'RESOLVER',
    null,
    isReachableIpv4,
    'the IPv4 address of a resolver, not one of the loopback',
  );
  const settings: Settings = {
    apiUrl: read(
      'API_URL',
      null,
      isHttpUrl,
      'the address of the control plane, like https://api.example.com',
    ),
    stateDirectory: read('STATE_DIR', null, (text) => text.startsWith('/'), 'an absolute path'),
    enrolToken: optional('ENROL_TOKEN', (text) => /^[A-Za-z0-9_-]{1,200}$/.test(text), 'an enrolment token'),
    wireguardInterface,
    wireguardPort: port('WG_PORT', 51_820),
    doorPort: port('DOOR_PORT', 443),
    openvpn: {
      udpPort: unprivileged('OPENVPN_UDP_PORT', 1194),
      tcpPort: unprivileged('OPENVPN_TCP_PORT', 1195),
      tlsPort: unprivileged('OPENVPN_TLS_PORT', 8443),
      shadowsocksPort: unprivileged('OPENVPN_SHADOWSOCKS_PORT', 8388),
      obfs4Port: unprivileged('OPENVPN_OBFS4_PORT', 9443),
      user: Number(read('OPENVPN_USER_ID', '70001', isUserId, 'the number of a user, 1000 to 4294967290')),
      firstProgramUser: Number(
        read(
          'OPENVPN_PROGRAM_USER_ID',
          '70011',
          isUserId,
          'the number of the first of five users, 1000 to 4294967290',
        ),
      ),
    },
    runDirectory: read(
      'RUN_DIR',
      `/run/comet-gateway-${wireguardInterface}`,
      (text) => /^\/[A-Za-z0-9_./-]{1,60}$/.test(text),
      'an absolute path of plain letters',
    ),
    publicIpv4: read('PUBLIC_IPV4', null, isIpv4, "the gateway's public IPv4 address"),
    publicIpv6: optional('PUBLIC_IPV6', isIpv6, "the gateway's public IPv6 address"),
    uplinkInterface: read('UPLINK_INTERFACE', null, isLink, 'the network interface that faces the internet'),
    resolver,
    exits: {
      ports: portRange(
        read('EXIT_PORTS', '52000-52999', (text) => portRange(text) !== null, 'ports like 52000-52999'),
      ) ?? { first: 0, last: 0 },
      resolver: read(
        'EXIT_RESOLVER',
        resolver,
        isReachableIpv4,
        'the IPv4 address of a public resolver, not one of the loopback',
      ),
    },
    proxy: {
      httpPort: unprivileged('PROXY_HTTP_PORT', 8080),
      socksPort: unprivileged('PROXY_SOCKS_PORT', 1080),
      user: Number(read('PROXY_USER_ID', '70002', isUserId, 'the number of a user, 1000 to 4294967290')),
      except:
        optional(
          'PROXY_EXCEPT',
          (text) => text.split(',').every(isCidr),
          'networks like 192.0.2.0/24, with commas',
        )?.split(',') ?? [],
    },
    blockLists: optional('BLOCK_LISTS', (text) => text.startsWith('/'), 'an absolute path'),
    wireguardImplementation: implementations.find((one) => one === implementation) ?? 'auto',
    wireguardGo: read('WIREGUARD_GO', 'wireguard-go', () => true, 'a path'),
    udpOffload: read(
      'UDP_OFFLOAD',
      '/usr/lib/comet/libcomet_udp_offload.so',
      isPreloadable,
      'an absolute path of plain letters',
    ),
    listener: read(
      'LISTENER_PROGRAM',
      '/usr/lib/comet-gateway/comet-listener',
      (text) => text.startsWith('/'),
      'an absolute path',
    ),
    carrier: read(
      'CARRIER_PROGRAM',
      '/usr/lib/comet-gateway/comet-carrier',
      (text) => text.startsWith('/'),
      'an absolute path',
    ),
    logLevel: read('LOG_LEVEL', 'info', (text) => logLevels.includes(text), `one of ${logLevels.join(', ')}`),
  };
  const { user, firstProgramUser } = settings.openvpn;
  for (const taken of [user, settings.proxy.user])
    if (taken >= firstProgramUser && taken < firstProgramUser + 5)
      faults.push('OPENVPN_PROGRAM_USER_ID must begin five users that nobody else is.');
  const [fault] = faults;
  return fault === undefined ? ok(settings) : err(fault);
}

/** A range with both ends included, or null. */
function portRange(text: string): { readonly first: number; readonly last: number } | null {
  const [, from, to] = /^(\d{4,5})-(\d{4,5})$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return isPort(first) && isPort(last) && first >= 1024 && first <= last ? { first, last } : null;
}

function isLink(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(text);
}

function isUserId(text: string): boolean {
  return /^\d{4,10}$/.test(text) && Number(text) >= 1000 && Number(text) <= 4_294_967_290;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Packets from the tunnel cannot be redirected to 127.0.0.0/8 without opening the loopback to everyone. */
function isReachableIpv4(text: string): boolean {
  return isIpv4(text) && !text.startsWith('127.') && text !== '0.0.0.0';
}
