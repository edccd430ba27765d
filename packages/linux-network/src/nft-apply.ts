import type { NftBatch } from './nft.ts';
import { NetworkToolError, runProcess } from './run-process.ts';

export type NftFamily = 'inet' | 'ip' | 'ip6';

/** A name that nft reads as one word and as nothing else. */
export const plainWord = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/**
 * Carries out the batch as one transaction: all of it or nothing. Rejects with nft's own message.
 *
 * Takes 12 ms and more where the batch deletes something: nft's last act is to close its socket, and the kernel makes
 * that wait until no packet can still see the deleted rules. `openNetworkShell` does not wait.
 */
export async function applyNft(batch: NftBatch): Promise<void> {
  const outcome = await runProcess('nft', ['-f', '-'], `${batch.text}\n`);
  if (outcome.code !== 0) throw new NetworkToolError('nft', nftComplaint(outcome.stderr));
}

/** nft's words with places counted in the batch, however it came to read it. */
export function nftComplaint(stderr: string): string {
  return stderr
    .replaceAll(/In file included from [^\n]*\n/g, '')
    .replaceAll(/^\/(?:dev\/stdin|proc\/self\/fd\/3):/gm, '');
}

export async function nftTableExists(family: NftFamily, name: string): Promise<boolean> {
  return (await listTable(family, name)) !== null;
}

/** Bytes that each named quota, or counter, of a table has counted, by its name. Rejects when there is no such table. */
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
