import { err, ok, type Result, isCidr, isIp, isWireguardKey, parseEndpoint } from '@comet/foundation';

/**
 * The only settings a file may hold. PreUp, PostUp, PreDown, PostDown, SaveConfig, Table and FwMark are missing on
 * purpose: the first four run commands as root, the others change more than the tunnel.
 */
export interface Field {
  /** As wg(8) and wg-quick(8) spell it; they do not mind case. */
  readonly key: string;
  /** The model's name for it. */
  readonly name: string;
  readonly needed: boolean;
  readonly shape: 'text' | 'number' | 'list';
  valid(text: string): boolean;
}

const key = (text: string): boolean => isWireguardKey(text);

function wholeBetween(least: number, most: number): (text: string) => boolean {
  return (text) => /^(?:0|[1-9][0-9]{0,4})$/.test(text) && Number(text) >= least && Number(text) <= most;
}

export const interfaceFields: readonly Field[] = [
  { key: 'PrivateKey', name: 'privateKey', needed: true, shape: 'text', valid: key },
  { key: 'Address', name: 'addresses', needed: true, shape: 'list', valid: isCidr },
  { key: 'DNS', name: 'dns', needed: false, shape: 'list', valid: isIp },
  { key: 'MTU', name: 'mtu', needed: false, shape: 'number', valid: wholeBetween(576, 65_535) },
];

export const peerFields: readonly Field[] = [
  { key: 'PublicKey', name: 'publicKey', needed: true, shape: 'text', valid: key },
  { key: 'PresharedKey', name: 'presharedKey', needed: false, shape: 'text', valid: key },
  { key: 'AllowedIPs', name: 'allowedIps', needed: true, shape: 'list', valid: isCidr },
  {
    key: 'Endpoint',
    name: 'endpoint',
    needed: false,
    shape: 'text',
    valid: (text) => parseEndpoint(text) !== null,
  },
  {
    key: 'PersistentKeepalive',
    name: 'persistentKeepalive',
    needed: false,
    shape: 'number',
    valid: wholeBetween(0, 65_535),
  },
];

/** A WireGuard configuration file: what wg-quick(8) reads, less everything that runs a command. */
export interface WireguardConfig {
  readonly interface: {
    /** Base64 of 32 bytes, as every key here. */
    readonly privateKey: string;
    /** The interface's addresses, `address/length`; one at least. */
    readonly addresses: readonly string[];
    /** Resolvers' addresses, no search domains. */
    readonly dns: readonly string[];
    /** Bytes, 576 to 65,535. */
    readonly mtu?: number;
  };
  /** One at least, each public key once. */
  readonly peers: readonly WireguardConfigPeer[];
}

export interface WireguardConfigPeer {
  readonly publicKey: string;
  readonly presharedKey?: string;
  /** CIDRs that are reached through this peer; one at least. */
  readonly allowedIps: readonly string[];
  /** `ip:port` or `[ip6]:port`. */
  readonly endpoint?: string;
  /** Seconds, 0 (off) to 65,535. */
  readonly persistentKeepalive?: number;
}

/** Where a model is not a valid configuration: `interface.mtu`, `peers.0.endpoint`, `peers`. */
export interface InvalidField {
  readonly field: string;
}

/**
 * The file for wg-quick, the official apps and routers, ending in a newline; or the first field that is not valid. Only
 * values of a field's exact shape are written, so nothing in the model can become a line of its own.
 */
export function writeWireguardConfig(config: WireguardConfig): Result<string, InvalidField> {
  if (config.peers.length === 0 || repeatsKey(config.peers)) return err({ field: 'peers' });
  const sections: string[] = [];
  const parts: [string, string, object, readonly Field[]][] = [
    ['[Interface]', 'interface', config.interface, interfaceFields],
    ...config.peers.map((peer, index): [string, string, object, readonly Field[]] => [
      '[Peer]',
      `peers.${index}`,
      peer,
      peerFields,
    ]),
  ];
  for (const [heading, path, section, fields] of parts) {
    const lines = [heading];
    for (const field of fields) {
      const line = written(field, (section as Readonly<Record<string, unknown>>)[field.name]);
      if (line === null) return err({ field: `${path}.${field.name}` });
      if (line !== '') lines.push(line);
    }
    sections.push(`${lines.join('\n')}\n`);
  }
  return ok(sections.join('\n'));
}

/** The field's line, empty when it is rightly absent, null when its value is not valid. */
function written(field: Field, value: unknown): string | null {
  const items = field.shape === 'list' ? value : value === undefined ? [] : [value];
  if (!Array.isArray(items)) return null;
  if (items.length === 0) return field.needed ? null : '';
  const texts: string[] = [];
  for (const item of items) {
    if (typeof item !== (field.shape === 'number' ? 'number' : 'string')) return null;
    const text = String(item);
    if (!field.valid(text)) return null;
    texts.push(text);
  }
  return `${field.key} = ${texts.join(', ')}`;
}

function repeatsKey(peers: readonly WireguardConfigPeer[]): boolean {
  return new Set(peers.map((peer) => peer.publicKey)).size < peers.length;
}
