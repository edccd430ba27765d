import { err, isIpv4, isIpv6, isPort, ok, type Result } from '@comet/foundation';

/** What the environment tells the agent. */
export interface Settings {
  readonly apiUrl: string;
  readonly stateDirectory: string;
  /** Needed at the first start only. */
  readonly enrolToken: string | null;
  readonly wireguardInterface: string;
  readonly wireguardPort: number;
  readonly doorPort: number;
  readonly publicIpv4: string;
  readonly publicIpv6: string | null;
  readonly uplinkInterface: string;
  /** IPv4 address of the resolver that answers the customers' questions. */
  readonly resolver: string;
  /** Folder of the block lists `ads.txt`, `trackers.txt` and `malware.txt`; null offers none. */
  readonly blockLists: string | null;
  readonly wireguardImplementation: 'auto' | 'kernel' | 'userspace';
  readonly wireguardGo: string;
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

  const implementation = read(
    'WIREGUARD_IMPLEMENTATION',
    'auto',
    (text) => implementations.some((one) => one === text),
    `one of ${implementations.join(', ')}`,
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
    wireguardInterface: read('WG_INTERFACE', 'wg0', isLink, 'a name for the network interface'),
    wireguardPort: port('WG_PORT', 51_820),
    doorPort: port('DOOR_PORT', 443),
    publicIpv4: read('PUBLIC_IPV4', null, isIpv4, "the gateway's public IPv4 address"),
    publicIpv6: optional('PUBLIC_IPV6', isIpv6, "the gateway's public IPv6 address"),
    uplinkInterface: read('UPLINK_INTERFACE', null, isLink, 'the network interface that faces the internet'),
    resolver: read(
      'RESOLVER',
      null,
      isReachableIpv4,
      'the IPv4 address of a resolver, not one of the loopback',
    ),
    blockLists: optional('BLOCK_LISTS', (text) => text.startsWith('/'), 'an absolute path'),
    wireguardImplementation: implementations.find((one) => one === implementation) ?? 'auto',
    wireguardGo: read('WIREGUARD_GO', 'wireguard-go', () => true, 'a path'),
    logLevel: read('LOG_LEVEL', 'info', (text) => logLevels.includes(text), `one of ${logLevels.join(', ')}`),
  };
  const [fault] = faults;
  return fault === undefined ? ok(settings) : err(fault);
}

function isLink(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(text);
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Packets from the tunnel cannot be redirected to 127.0.0.0/8 without opening the loopback to everyone. */
function isReachableIpv4(text: string): boolean {
  return isIpv4(text) && !text.startsWith('127.') && text !== '0.0.0.0';
}
