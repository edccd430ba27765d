import { err, ok, type Result } from '@comet/foundation';
import { type Field, interfaceFields, peerFields } from './config-fields.ts';
import type { WireguardConfig, WireguardConfigPeer } from './wireguard-config.ts';

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
