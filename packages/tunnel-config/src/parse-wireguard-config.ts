import { err, ok, type Result } from '@comet/foundation';
import {
  type WireguardConfig,
  type WireguardConfigPeer,
  type Field,
  interfaceFields,
  peerFields,
} from './wireguard-config.ts';

export interface ParseConfigError {
  /** Counted from 1; 0 if something is missing from the file as a whole. */
  readonly line: number;
  readonly reason:
    | 'unknown_section'
    | 'unknown_key'
    | 'not_a_setting'
    | 'repeated'
    | 'invalid_value'
    | 'missing_key';
  /** The section or key in question, in our spelling. Never a value, which may be a secret, nor an unknown key. */
  readonly subject: string;
}

type Values = Record<string, string | number | string[]>;

interface Section {
  readonly heading: '[Interface]' | '[Peer]';
  readonly line: number;
  readonly values: Values;
}

/**
 * Reads a file strictly: only the keys of `WireguardConfig`, each with a valid value. As for wg(8), case of keys does not
 * matter, `#` starts a comment, and a list may be spread over several lines of its key.
 */
export function parseWireguardConfig(text: string): Result<WireguardConfig, ParseConfigError> {
  const sections: Section[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const content = (raw.split('#', 1)[0] ?? '').trim();
    if (content === '') continue;
    const failure = content.startsWith('[')
      ? open(sections, content, index + 1)
      : take(sections.at(-1), content, index + 1);
    if (failure !== null) return err(failure);
  }
  return assemble(sections);
}

function open(sections: Section[], content: string, line: number): ParseConfigError | null {
  const heading = (['[Interface]', '[Peer]'] as const).find((known) => same(known, content));
  if (heading === undefined) return { line, reason: 'unknown_section', subject: '' };
  if (heading === '[Interface]' && sections.some((section) => section.heading === heading))
    return { line, reason: 'repeated', subject: heading };
  sections.push({ heading, line, values: {} });
  return null;
}

function take(section: Section | undefined, content: string, line: number): ParseConfigError | null {
  const equals = content.indexOf('=');
  if (section === undefined || equals === -1) return { line, reason: 'not_a_setting', subject: '' };
  const key = content.slice(0, equals).trim();
  const field = fieldsOf(section).find((known) => same(known.key, key));
  if (field === undefined) return { line, reason: 'unknown_key', subject: '' };
  const present = section.values[field.name];
  if (present !== undefined && !Array.isArray(present))
    return { line, reason: 'repeated', subject: field.key };
  const value = content.slice(equals + 1).trim();
  const texts = field.shape === 'list' ? value.split(',').map((part) => part.trim()) : [value];
  if (!texts.every((part) => field.valid(part))) return { line, reason: 'invalid_value', subject: field.key };
  if (field.shape === 'list') section.values[field.name] = [...(present ?? []), ...texts];
  else section.values[field.name] = field.shape === 'number' ? Number(value) : value;
  return null;
}

function assemble(sections: readonly Section[]): Result<WireguardConfig, ParseConfigError> {
  for (const section of sections) {
    const missing = fieldsOf(section).find(
      (field) => field.needed && section.values[field.name] === undefined,
    );
    if (missing !== undefined)
      return err({ line: section.line, reason: 'missing_key', subject: missing.key });
  }
  const own = sections.find((section) => section.heading === '[Interface]');
  const peers = sections.filter((section) => section.heading === '[Peer]');
  if (own === undefined) return err({ line: 0, reason: 'missing_key', subject: '[Interface]' });
  if (peers.length === 0) return err({ line: 0, reason: 'missing_key', subject: '[Peer]' });
  const keys = peers.map((peer) => peer.values['publicKey']);
  const twice = peers.find((_, index) => keys.indexOf(keys[index]) < index);
  if (twice !== undefined) return err({ line: twice.line, reason: 'repeated', subject: 'PublicKey' });
  // The field tables guarantee the name and form of every value, which the compiler cannot verify.
  return ok({
    interface: { dns: [], ...own.values } as unknown as WireguardConfig['interface'],
    peers: peers.map((peer) => peer.values as unknown as WireguardConfigPeer),
  });
}

function fieldsOf(section: Section): readonly Field[] {
  return section.heading === '[Interface]' ? interfaceFields : peerFields;
}

function same(known: string, given: string): boolean {
  return known.toLowerCase() === given.toLowerCase();
}
