import {
  type DeviceSettings,
  type PeerStatus,
  type WireguardPeer,
  type PeerChange,
  checkChange,
  checkSettings,
} from './wireguard-device.ts';

/** The formats of wg(8): arguments of `wg set`, the file of `wg addconf`, the lines of `wg show … dump`. */

export interface WgCall {
  readonly args: readonly string[];
  /** Standard input, which carries the secrets: arguments are visible to every user of the machine. */
  readonly input: string;
}

const noPresharedKey = `${'A'.repeat(43)}=`;
const removalsInOneCall = 500;

/** Sets the given fields of the interface `name`. Throws a TypeError for an invalid field. */
export function wgSetDevice(name: string, settings: DeviceSettings): WgCall {
  checkSettings(settings);
  const args = ['set', name];
  if (settings.listenPort !== undefined) args.push('listen-port', String(settings.listenPort));
  if (settings.fwmark !== undefined) args.push('fwmark', String(settings.fwmark));
  if (settings.privateKey !== undefined) args.push('private-key', '/dev/stdin');
  return { args, input: settings.privateKey === undefined ? '' : `${settings.privateKey}\n` };
}

/** Adds peers and changes those with the same key; the others stay. Allowed IPs are replaced. */
export function wgAddPeers(name: string, peers: readonly WireguardPeer[]): WgCall {
  checkChange({ set: peers });
  const lines: string[] = [];
  for (const peer of peers) {
    lines.push(
      '[Peer]',
      `PublicKey = ${peer.publicKey}`,
      `PresharedKey = ${peer.presharedKey ?? noPresharedKey}`,
    );
    if (peer.endpoint !== undefined) lines.push(`Endpoint = ${peer.endpoint}`);
    lines.push(`PersistentKeepalive = ${peer.persistentKeepalive ?? 0}`);
    if (peer.allowedIps.length > 0) lines.push(`AllowedIPs = ${peer.allowedIps.join(', ')}`);
  }
  return { args: ['addconf', name, '/dev/stdin'], input: `${lines.join('\n')}\n` };
}

/** Splits into as many calls as the maximum command line length requires. */
export function wgRemovePeers(name: string, publicKeys: readonly string[]): readonly WgCall[] {
  checkChange({ remove: publicKeys });
  const calls: WgCall[] = [];
  for (let start = 0; start < publicKeys.length; start += removalsInOneCall) {
    const keys = publicKeys.slice(start, start + removalsInOneCall);
    calls.push({ args: ['set', name, ...keys.flatMap((key) => ['peer', key, 'remove'])], input: '' });
  }
  return calls;
}

/** Reads the device from the first line of `wg show NAME dump`, and preshared keys from the others. Keys are base64. */
export function parseWgDevice(text: string): {
  readonly privateKey: string;
  readonly listenPort: number;
  readonly presharedKeys: ReadonlyMap<string, string>;
} {
  const [device = '', ...peers] = text.split('\n').filter((line) => line !== '');
  const [privateKey = '', , listenPort] = device.split('\t');
  const keys = peers.map((line) => line.split('\t', 2) as [string, string]);
  return {
    privateKey,
    listenPort: count(listenPort),
    presharedKeys: new Map(keys.filter(([, presharedKey]) => presharedKey !== '(none)')),
  };
}

/** Returns the peers in `wg show NAME dump`: tab-separated, the device's own line first. Throws on a malformed line. */
export function parseWgDump(text: string): readonly PeerStatus[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.slice(1).map((line) => {
    const [publicKey, , endpoint, allowedIps, handshake, rx, tx, keepalive] = line.split('\t');
    if (
      publicKey === undefined ||
      endpoint === undefined ||
      allowedIps === undefined ||
      keepalive === undefined
    )
      throw new Error('wireguard: a malformed line in the dump');
    const seconds = count(handshake);
    return {
      publicKey,
      endpoint: endpoint === '(none)' ? null : endpoint,
      allowedIps: allowedIps === '(none)' ? [] : allowedIps.split(','),
      rxBytes: count(rx),
      txBytes: count(tx),
      lastHandshake: seconds === 0 ? null : seconds,
    };
  });
}

function count(value: string | undefined): number {
  if (value === undefined || !/^\d{1,16}$/.test(value))
    throw new Error('wireguard: a malformed number in the dump');
  return Number(value);
}

/** Changes a device's peers by wg(8), removals first. Throws a TypeError for values that wg would misinterpret. */
export async function changeByWg(
  name: string,
  change: PeerChange,
  device: {
    status(): Promise<readonly PeerStatus[]>;
    wg(call: WgCall): Promise<unknown>;
  },
): Promise<void> {
  checkChange(change);
  const kept = new Set(change.set?.map((peer) => peer.publicKey));
  const remove =
    change.replaceAll === true
      ? (await device.status()).map((peer) => peer.publicKey).filter((key) => !kept.has(key))
      : (change.remove ?? []);
  for (const removal of wgRemovePeers(name, remove)) await device.wg(removal);
  if (change.set !== undefined && change.set.length > 0) await device.wg(wgAddPeers(name, change.set));
}
