import { err, ok, type Result, isCidr, isIp, isWireguardKey, parseEndpoint } from '@comet/foundation';

/**
 * The only settings that a file may contain. PreUp, PostUp, PreDown, PostDown, SaveConfig, Table and FwMark are omitted deliberately: the
 * first four run commands as root, the others change more than the tunnel.
 */
export interface Field {
  /** The spelling of wg(8) and wg-quick(8), which ignore case. */
  readonly key: string;
  /** The model's name of the field. */
  readonly name: string;
  readonly needed: boolean;
  readonly shape: 'text' | 'number' | 'list';
  valid(text: string): boolean;
}

const key = (text: string): boolean => isWireguardKey(text);

function wholeBetween(min: number, max: number): (text: string) => boolean {
  return (text) => /^(?:0|[1-9][0-9]{0,4})$/.test(text) && Number(text) >= min && Number(text) <= max;
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

/** A WireGuard configuration file: the format of wg-quick(8), without the keys that run commands. */
export interface WireguardConfig {
  readonly interface: {
    /** Base64 of 32 bytes. */
    readonly privateKey: string;
    /** The interface's addresses, `address/length`; at least one. */
    readonly addresses: readonly string[];
    /** Resolvers' addresses, no search domains. */
    readonly dns: readonly string[];
    /** Bytes, 576 to 65,535. */
    readonly mtu?: number;
  };
  /** At least one, each public key once. */
  readonly peers: readonly WireguardConfigPeer[];
}

export interface WireguardConfigPeer {
  readonly publicKey: string;
  readonly presharedKey?: string;
  /** CIDRs that are reached through this peer; at least one. */
  readonly allowedIps: readonly string[];
  /** `ip:port` or `[ip6]:port`. */
  readonly endpoint?: string;
  /** Seconds, 0 (off) to 65,535. */
  readonly persistentKeepalive?: number;
}

/** Path of the first invalid value of a model: `interface.mtu`, `peers.0.endpoint`, `peers`. */
export interface InvalidField {
  readonly field: string;
}

/**
 * Returns the file for wg-quick, the official apps and routers, ending in a newline; or the first invalid field. Only values of a field's
 * exact form are written, so no value can become a separate line.
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

/** The field's line, empty if it is absent and optional, null if its value is invalid. */
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
