import {
  type DeviceSettings,
  type PeerChange,
  type PeerStatus,
  checkChange,
  checkSettings,
} from './wireguard-device.ts';

/** The cross-platform userspace protocol: https://www.wireguard.com/xplatform/#configuration-protocol */

/** The request for the device's state. */
export const uapiGet = 'get=1\n\n';

const noPresharedKey = '0'.repeat(64);

/** Returns the request that sets the given fields of the device. Throws a TypeError for an invalid field. */
export function uapiSetDevice(settings: DeviceSettings): string {
  checkSettings(settings);
  const lines = ['set=1'];
  if (settings.privateKey !== undefined) lines.push(`private_key=${hex(settings.privateKey)}`);
  if (settings.listenPort !== undefined) lines.push(`listen_port=${settings.listenPort}`);
  if (settings.fwmark !== undefined) lines.push(`fwmark=${settings.fwmark}`);
  return `${lines.join('\n')}\n\n`;
}

/** One request for the whole change; the caller converts `replaceAll` to removals. */
export function uapiSetPeers(change: Omit<PeerChange, 'replaceAll'>): string {
  checkChange(change);
  const lines = ['set=1'];
  for (const key of change.remove ?? []) lines.push(`public_key=${hex(key)}`, 'remove=true');
  for (const peer of change.set ?? []) {
    lines.push(
      `public_key=${hex(peer.publicKey)}`,
      `preshared_key=${peer.presharedKey === undefined ? noPresharedKey : hex(peer.presharedKey)}`,
    );
    if (peer.endpoint !== undefined) lines.push(`endpoint=${peer.endpoint}`);
    lines.push(`persistent_keepalive_interval=${peer.persistentKeepalive ?? 0}`, 'replace_allowed_ips=true');
    for (const cidr of peer.allowedIps) lines.push(`allowed_ip=${cidr}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** The error number that ends every reply; 0 is success. Throws if it is missing. */
export function uapiErrno(reply: string): number {
  const match = /(?:^|\n)errno=(-?\d+)\n\n$/.exec(reply);
  if (match === null) throw new Error('wireguard: a reply without errno');
  return Number(match[1]);
}

/** Private and preshared keys in base64; the latter by the peer's public key. */
interface UapiDevice {
  readonly privateKey: string | null;
  readonly listenPort: number | null;
  readonly presharedKeys: ReadonlyMap<string, string>;
}

/** Parses a reply to `get=1`; unknown keys are ignored. */
export function parseUapiDevice(reply: string): UapiDevice {
  const presharedKeys = new Map<string, string>();
  let privateKey: string | null = null;
  let listenPort: number | null = null;
  let peer = '';
  for (const line of reply.split('\n')) {
    const [name = '', value = ''] = line.split('=', 2);
    if (name === 'private_key') privateKey = base64(value);
    if (name === 'listen_port') listenPort = count(value);
    if (name === 'public_key') peer = base64(value);
    if (name === 'preshared_key' && value !== noPresharedKey) presharedKeys.set(peer, base64(value));
  }
  return { privateKey, listenPort, presharedKeys };
}

interface PeerDraft {
  publicKey: string;
  endpoint: string | null;
  allowedIps: string[];
  rxBytes: number;
  txBytes: number;
  seconds: number;
  nanoseconds: number;
}

/**
 * Returns the peers in a reply to `get=1`. Other keys are ignored; a malformed line throws. Ten thousand peers are a
 * hundred thousand lines, so a line is examined in place and copied only when its value is needed.
 */
export function parseUapiStatus(reply: string): readonly PeerStatus[] {
  const peers: PeerDraft[] = [];
  for (let start = 0; start < reply.length; ) {
    const newline = reply.indexOf('\n', start);
    const end = newline === -1 ? reply.length : newline;
    if (end > start) {
      const equals = reply.indexOf('=', start);
      if (equals <= start || equals >= end) throw new Error('wireguard: a malformed line in the status');
      const reader = fieldReaders.find(
        ({ key }) => key.length === equals - start && reply.startsWith(key, start),
      );
      if (reader?.key === 'public_key') peers.push(draft(reply.slice(equals + 1, end)));
      else {
        const peer = peers.at(-1);
        if (reader !== undefined && peer !== undefined) reader.read(peer, reply.slice(equals + 1, end));
      }
    }
    start = end + 1;
  }
  return peers.map(({ publicKey, endpoint, allowedIps, rxBytes, txBytes, seconds, nanoseconds }) => {
    const lastHandshake = seconds === 0 && nanoseconds === 0 ? null : seconds + nanoseconds / 1e9;
    return { publicKey, endpoint, allowedIps, rxBytes, txBytes, lastHandshake };
  });
}

interface FieldReader {
  readonly key: string;
  read(peer: PeerDraft, value: string): void;
}

/** The keys that are evaluated, the most frequent first. */
const fieldReaders: readonly FieldReader[] = [
  { key: 'allowed_ip', read: (peer, value) => void peer.allowedIps.push(value) },
  { key: 'public_key', read: () => undefined },
  { key: 'rx_bytes', read: (peer, value) => void (peer.rxBytes = count(value)) },
  { key: 'tx_bytes', read: (peer, value) => void (peer.txBytes = count(value)) },
  { key: 'last_handshake_time_sec', read: (peer, value) => void (peer.seconds = count(value)) },
  { key: 'last_handshake_time_nsec', read: (peer, value) => void (peer.nanoseconds = count(value)) },
  { key: 'endpoint', read: (peer, value) => void (peer.endpoint = value) },
];

function draft(publicKey: string): PeerDraft {
  return {
    publicKey: base64(publicKey),
    endpoint: null,
    allowedIps: [],
    rxBytes: 0,
    txBytes: 0,
    seconds: 0,
    nanoseconds: 0,
  };
}

function count(value: string): number {
  if (value === '0') return 0;
  if (!/^\d{1,16}$/.test(value)) throw new Error('wireguard: a malformed number in the status');
  return Number(value);
}

function base64(key: string): string {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Error('wireguard: a malformed key in the status');
  return Buffer.from(key, 'hex').toString('base64');
}

function hex(key: string): string {
  return Buffer.from(key, 'base64').toString('hex');
}
