import fc from 'fast-check';
import type { Result } from '@comet/foundation';
import type { InvalidField, OpenvpnClientConfig } from './index.ts';

/** PEM of `bytes` in the writer's layout. */
export function pem(label: string, bytes: Uint8Array): string {
  const lines = btoa(String.fromCharCode(...bytes)).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

export const certificate = pem('CERTIFICATE', new Uint8Array([1, 2, 3]));
export const example = {
  remote: { address: '203.0.113.101', port: 1194, transport: 'udp' },
  serverName: 'gw-1.gateway.comet',
  certificateAuthorities: [certificate],
  tlsCryptV2ClientKey: pem('OpenVPN tls-crypt-v2 client key', new Uint8Array([4, 5, 6])),
  device: 'tun7',
  credentials: { username: 'user', password: 'word' },
  socksProxy: { port: 1080, credentialsFile: 'obfs4.txt' },
  bypass: ['203.0.113.101'],
} satisfies OpenvpnClientConfig;

/** Every option of a file by openvpn(8)'s own rules: an inline file is one option, a line ends at `#` and `;`. */
export function optionsOf(text: string): string[] {
  const options: string[] = [];
  let closing: string | null = null;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (closing !== null) closing = trimmed.startsWith(closing) ? null : closing;
    else if (trimmed.startsWith('<')) {
      options.push(trimmed);
      closing = trimmed.replace('<', '</');
    } else if (trimmed !== '' && !/^[#;]/.test(trimmed)) options.push(trimmed.split(/\s/)[0] ?? '');
  }
  return options.toSorted();
}

/** Returns the text of a written configuration. @throws Error with the name of the invalid field. */
export function textOf(written: Result<string, InvalidField>): string {
  if (!written.ok) throw new Error(written.error.field);
  return written.value;
}

export type Path = readonly (string | number)[];

/** Returns `model` with the value at `path` replaced. */
export function withAt(model: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = model as Record<string | number, unknown>;
  const copy: Record<string | number, unknown> = Array.isArray(model)
    ? (model.slice() as never)
    : { ...inner };
  copy[key] = withAt(inner[key], rest, value);
  return copy;
}

/** Returns the value at a path of a model; undefined if its last part is missing. */
export function valueAt(model: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], model);
}

/** Texts that could become a line, an option, a quote or the end of an inline file, alone and after a valid value. */
export const attack = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ...['\n', '\r', '\r\n', '\0', '\u2028', '\u0085', ' ', '\t', '"', "'", '\\', '#', ';'].map(
      (separator) => `${separator}plugin /tmp/owned.so`,
    ),
    '\n</ca>\nplugin /tmp/owned.so\n<ca>\n',
    '\n</tls-crypt-v2>\nup /tmp/owned.sh',
    '\n</auth-user-pass>\nscript-security 2',
    '</ca>',
    '[[INLINE]]',
    '../../etc/shadow',
  ),
);
