import { err, ok, type Result } from '@comet/foundation';
import type { OpenvpnClientConfig } from './openvpn-config.ts';
import type { ParseConfigError } from './parse-wireguard-config.ts';
import { canonicalPems } from './pem.ts';
import {
  clientConstants,
  resolvconfConstants,
  udpConstants,
  writeOpenvpnClientConfig,
} from './write-openvpn-client.ts';

const inlineFiles = ['auth-user-pass', 'ca', 'tls-crypt-v2'] as const;
type InlineFile = (typeof inlineFiles)[number];
const constants = new Set([...clientConstants, ...udpConstants, ...resolvconfConstants]);

/** The lines of a file that differ between customers, and the number of words of each. */
const variable: Readonly<Record<string, readonly number[]>> = {
  dev: [2],
  'dev-type': [2],
  proto: [2],
  remote: [3],
  'verify-x509-name': [3],
  'socks-proxy': [3, 4],
  route: [4],
  'auth-user-pass': [1],
};

interface Read {
  readonly settings: Map<string, { readonly line: number; readonly words: readonly string[] }[]>;
  readonly files: Map<InlineFile, string>;
  readonly fixed: Set<string>;
}

/**
 * Reads a client's file strictly: the lines of `writeOpenvpnClientConfig`, in any order, with comments and empty lines, and no others. A
 * file with any other option is refused, since openvpn(8) has options that run programs as root.
 */
export function parseOpenvpnClientConfig(text: string): Result<OpenvpnClientConfig, ParseConfigError> {
  const read = readLines(text);
  if (!read.ok) return read;
  const { settings, fixed } = read.value;
  const missing = clientConstants.find((line) => !fixed.has(line));
  if (missing !== undefined) return err(fault('missing_key', 0, missing.split(' ')[0]));
  const model = modelOf(read.value);
  // The parsed values are written again: if the result differs from the file, some line had another meaning.
  const again = writeOpenvpnClientConfig(model);
  if (!again.ok) {
    const name = keyOfField(again.error.field);
    return err(
      fault(hasKey(read.value, name) ? 'invalid_value' : 'missing_key', lineOf(settings, name), name),
    );
  }
  const strange = firstDifference(text, again.value);
  return strange === null ? ok(model) : err(fault('invalid_value', strange.line, strange.key));
}

function readLines(text: string): Result<Read, ParseConfigError> {
  const read: Read = { settings: new Map(), files: new Map(), fixed: new Set() };
  let open: { name: InlineFile; content: string[] } | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (open !== null) {
      if (line === `</${open.name}>`) {
        read.files.set(open.name, open.content.map((one) => `${one}\n`).join(''));
        open = null;
      } else open.content.push(line);
    } else if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    else if (line.startsWith('<')) {
      const name = inlineFiles.find((known) => line === `<${known}>`);
      if (name === undefined) return err(fault('unknown_section', index + 1));
      if (read.files.has(name)) return err(fault('repeated', index + 1, name));
      open = { name, content: [] };
    } else if (constants.has(line)) {
      if (read.fixed.has(line)) return err(fault('repeated', index + 1, line.split(' ')[0]));
      read.fixed.add(line);
    } else {
      const words = line.split(/[ \t]+/);
      const [key = ''] = words;
      const lengths = Object.hasOwn(variable, key) ? variable[key] : undefined;
      if (lengths === undefined) return err(fault('unknown_key', index + 1));
      if (!lengths.includes(words.length)) return err(fault('invalid_value', index + 1, key));
      const present = read.settings.get(key) ?? [];
      if (present.length > 0 && key !== 'route') return err(fault('repeated', index + 1, key));
      read.settings.set(key, [...present, { line: index + 1, words }]);
    }
  }
  return open === null ? ok(read) : err(fault('missing_key', 0, open.name));
}

function modelOf({ settings, files, fixed }: Read): OpenvpnClientConfig {
  const words = (key: string): readonly string[] => settings.get(key)?.[0]?.words ?? [];
  const [, address = '', port = ''] = words('remote');
  const [, , socksPort, credentialsFile] = words('socks-proxy');
  const [, device = ''] = words('dev');
  const [username = '', password = ''] = files.get('auth-user-pass')?.split('\n') ?? [];
  const bypass = (settings.get('route') ?? []).map(({ words: [, to = ''] }) => to);
  return {
    remote: {
      address: address.replace(/^\[(.*)\]$/, '$1'),
      port: numberOf(port),
      transport: words('proto')[1]?.startsWith('udp') ? 'udp' : 'tcp',
    },
    serverName: words('verify-x509-name')[1] ?? '',
    certificateAuthorities: canonicalPems('CERTIFICATE', files.get('ca')) ?? [],
    tlsCryptV2ClientKey: files.get('tls-crypt-v2') ?? '',
    ...(settings.has('dev-type') ? { device } : {}),
    ...(files.has('auth-user-pass') ? { credentials: { username, password } } : {}),
    ...(socksPort === undefined
      ? {}
      : {
          socksProxy: {
            port: numberOf(socksPort),
            ...(credentialsFile === undefined ? {} : { credentialsFile }),
          },
        }),
    ...(bypass.length > 0 ? { bypass } : {}),
    ...(resolvconfConstants.some((line) => fixed.has(line)) ? { dnsHook: 'resolvconf' as const } : {}),
  };
}

/** A decimal number without signs, spaces or leading zeros, or NaN: other programs may interpret other forms differently. */
function numberOf(text: string): number {
  return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : Number.NaN;
}

const keysOfFields: Readonly<Record<string, string>> = {
  remote: 'remote',
  serverName: 'verify-x509-name',
  certificateAuthorities: 'ca',
  tlsCryptV2ClientKey: 'tls-crypt-v2',
  device: 'dev',
  credentials: 'auth-user-pass',
  socksProxy: 'socks-proxy',
  bypass: 'route',
};

function keyOfField(field: string): string {
  return keysOfFields[field.split('.')[0] ?? ''] ?? '';
}

function hasKey({ settings, files }: Read, name: string): boolean {
  return settings.has(name) || files.has(name as InlineFile);
}

function lineOf(settings: Read['settings'], name: string): number {
  return settings.get(name)?.[0]?.line ?? 0;
}

/** The first line of `given` that `written` has less often, or a line that only `written` has. */
function firstDifference(given: string, written: string): { line: number; key: string } | null {
  const wanted = new Map<string, number>();
  for (const line of meaningful(written)) wanted.set(line.text, (wanted.get(line.text) ?? 0) + 1);
  for (const { line, text } of meaningful(given)) {
    const left = wanted.get(text) ?? 0;
    if (left === 0) return { line, key: keyIn(text) };
    wanted.set(text, left - 1);
  }
  for (const [text, left] of wanted) if (left > 0) return { line: 0, key: keyIn(text) };
  return null;
}

function meaningful(text: string): { line: number; text: string }[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim().replaceAll(/[ \t]+/g, ' ') }))
    .filter((line) => line.text !== '' && !/^[#;]/.test(line.text));
}

/** Returns the option's name if it is a known option: an unknown word, or part of a key, is not repeated in errors. */
function keyIn(text: string): string {
  const key = text.split(' ')[0] ?? '';
  return Object.hasOwn(variable, key) ? key : '';
}

function fault(reason: ParseConfigError['reason'], line: number, subject = ''): ParseConfigError {
  return { line, reason, subject };
}
