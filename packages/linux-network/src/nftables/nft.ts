import { isCidr, isIp } from '@comet/foundation';
import { isInterfaceName } from '../routes/ip-command-line.ts';
import { NetworkToolError, runProcess } from '../processes/run-process.ts';

export type NftFamily = 'inet' | 'ip' | 'ip6';

/** A name that nft reads as one identifier. */
export const plainWord = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/**
 * Carries out the batch as one transaction: all of it or nothing. Rejects with nft's own message.
 *
 * Takes 12 ms and more where the batch deletes something: nft's last act is to close its socket, and the kernel makes
 * that wait until no packet can still see the deleted rules. `openNetworkShell` does not wait.
 */
export async function applyNft(batch: NftBatch): Promise<void> {
  const outcome = await runProcess('nft', ['-f', '-'], `${batch.text}\n`);
  if (outcome.code !== 0) throw new NetworkToolError('nft', nftDiagnostic(outcome.stderr));
}

/** nft's diagnostic with line numbers relative to the batch. */
export function nftDiagnostic(stderr: string): string {
  return stderr
    .replaceAll(/In file included from [^\n]*\n/g, '')
    .replaceAll(/^\/(?:dev\/stdin|proc\/self\/fd\/3):/gm, '');
}

/** Returns whether the kernel has the table. Rejects if nft fails for another reason. */
export async function nftTableExists(family: NftFamily, name: string): Promise<boolean> {
  return (await listTable(family, name)) !== null;
}

/** Returns the bytes that each named quota or counter of a table has counted, by its name. Rejects if there is no such table. */
export async function readNftBytes(
  kind: 'quotas' | 'counters',
  family: NftFamily,
  name: string,
): Promise<ReadonlyMap<string, number>> {
  if (!plainWord.test(name)) throw new TypeError('nft: refused table name');
  const outcome = await runProcess('nft', ['-j', 'list', kind, 'table', family, name], '');
  if (outcome.code !== 0) throw new NetworkToolError('nft', outcome.stderr);
  const { nftables } = JSON.parse(outcome.stdout) as { readonly nftables: readonly NamedBytes[] };
  return new Map(
    nftables.flatMap(({ quota, counter }): [string, number][] => {
      if (quota !== undefined) return [[quota.name, quota.used]];
      return counter === undefined ? [] : [[counter.name, counter.bytes]];
    }),
  );
}

/** As libnftables-json(5) writes them; other objects of the list have other keys. */
interface NamedBytes {
  readonly quota?: { readonly name: string; readonly used: number };
  readonly counter?: { readonly name: string; readonly bytes: number };
}

/** `nft -j list table`: the table as libnftables-json(5) describes it. Rejects when there is no such table. */
export async function listNftTable(family: NftFamily, name: string): Promise<unknown> {
  const text = await listTable(family, name);
  if (text === null) throw new NetworkToolError('nft', `no table ${family} ${name}`);
  return JSON.parse(text);
}

async function listTable(family: NftFamily, name: string): Promise<string | null> {
  if (!plainWord.test(name)) throw new TypeError('nft: refused table name');
  const outcome = await runProcess('nft', ['-j', 'list', 'table', family, name], '');
  if (outcome.code === 0) return outcome.stdout;
  if (outcome.stderr.includes('No such file or directory')) return null;
  throw new NetworkToolError('nft', outcome.stderr);
}

/** Validated nftables text. Only this file creates it, so that no unchecked string can reach nft. */
export class NftBatch {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/**
 * Values allowed in a template: an IP address or CIDR (written as it is), a link name (written in quotes), a whole number
 * from 0 (ports, marks), another batch, or a non-empty array of these, which becomes a set `{ a, b }`.
 */
export type NftValue = string | number | NftBatch | readonly (string | number | NftBatch)[];

/**
 * nft`table inet comet { … ip daddr ${addresses} … }`: a batch with a fixed text and with validated values. Throws a TypeError on any other
 * value, so that input can never become syntax.
 */
export function nft(strings: TemplateStringsArray, ...values: readonly NftValue[]): NftBatch {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    if (text.endsWith('"'))
      throw new TypeError('nft: names are quoted here; leave the quotes out of the text');
    text += written(value) + (strings[index + 1] ?? '');
  }
  return new NftBatch(text);
}

/** The batches one after another, each on its own line: rules made in a loop. Empty for none. */
export function joinNft(batches: readonly NftBatch[]): NftBatch {
  return new NftBatch(batches.map((batch) => writtenScalar(batch)).join('\n'));
}

/** The name of a table, chain, set or counter, which nft requires without quotes. Throws on anything but a plain identifier. */
export function nftName(name: string): NftBatch {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) throw refused(name);
  return new NftBatch(name);
}

/**
 * A cgroup's path below /sys/fs/cgroup, which nft requires in quotes, without escape sequences. Throws on anything but the letters of
 * systemd's names between slashes.
 */
export function nftCgroup(path: string): NftBatch {
  if (path.length > 1_024 || !/^[A-Za-z0-9_-][\w.:@\\-]*(\/[A-Za-z0-9_-][\w.:@\\-]*){0,15}$/.test(path))
    throw refused(path);
  return new NftBatch(`"${path}"`);
}

function written(value: NftValue): string {
  if (typeof value === 'string' || typeof value === 'number' || value instanceof NftBatch)
    return writtenScalar(value);
  if (!Array.isArray(value)) throw refused(value);
  if (value.length === 0)
    throw new TypeError('nft: an empty set matches nothing; leave the rule out instead');
  return `{ ${value.map(writtenScalar).join(', ')} }`;
}

function writtenScalar(value: unknown): string {
  if (value instanceof NftBatch) return value.text;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
  if (typeof value !== 'string') throw refused(value);
  if (isIp(value) || isCidr(value)) return value;
  if (isInterfaceName(value)) return `"${value}"`;
  throw refused(value);
}

function refused(value: unknown): TypeError {
  return new TypeError(`nft: refused value ${JSON.stringify(value)}`);
}
