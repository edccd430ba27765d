import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import {
  type AccountRevocation,
  encodeRevocation,
  type Revocation,
  type SnapshotChunk,
  snapshotChunk,
} from '@comet/contract';
import * as z from 'zod/mini';
import { SharedLine } from '../../../platform/http/requests/line-stream.ts';

/** A chunk of a snapshot of format 2. */
export interface Chunk {
  /** SHA-256 of the line without its end, base64url. */
  readonly digest: string;
  readonly line: SharedLine;
}

/** Verifying and parsing a chunk does not block a gateway noticeably. */
const inOneChunk = { grants: 1_000, revocations: 5_000, accounts: 2_000 };

const compress = promisify(gzip);

/** Credentials are random: a higher level saves one percent. */
const compressedOnce = { level: 1 };
/** For one gateway: half of the time for a third more bytes. */
const compressedForOne = { level: 1, strategy: constants.Z_HUFFMAN_ONLY };

/** `known`: chunks that are not compressed again; null for a chunk of one gateway. */
async function chunkOf(text: string, known: ReadonlyMap<string, Chunk> | null): Promise<Chunk> {
  const digest = hash('sha256', text, 'base64url');
  const present = known?.get(digest);
  if (present !== undefined) return present;
  const bytes = await compress(`${text}\n`, known === null ? compressedForOne : compressedOnce);
  return { digest, line: new SharedLine(bytes) };
}

/** Revocations of subjects and of accounts. */
interface Revoked {
  readonly revocations: readonly Revocation[];
  readonly accounts: readonly AccountRevocation[];
}

/**
 * `grants`: each as JSON. Encoding ten thousand with their schema takes a quarter of a second, and changes nothing; the revocations of
 * subjects are encoded by their own function.
 */
function textOf(
  grants: readonly string[],
  rest: Partial<Revoked> & { readonly withdrawn?: readonly string[] } = {},
): string {
  const { revocations = [], accounts = [], withdrawn = [] } = rest;
  const encoded = z.encode(snapshotChunk, {
    revocations: [],
    accounts: [...accounts],
    withdrawn: [...withdrawn],
    grants: [],
  });
  const { grants: _, ...lists } = { ...encoded, revocations: revocations.map(encodeRevocation) };
  return `${JSON.stringify(lists).slice(0, -1)},"grants":[${grants.join(',')}]}`;
}

/**
 * Returns chunks of grants that are in force on all gateways. A grant's id determines its chunk, so that a change of one grant changes one
 * chunk: the others are taken from `known`, and a gateway that has them does not receive them again.
 */
export async function chunksOfGrants(
  grants: readonly { readonly id: string; readonly json: string }[],
  known: ReadonlyMap<string, Chunk>,
): Promise<readonly Chunk[]> {
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(grants.length / inOneChunk.grants)));
  const buckets = Array.from({ length: grants.length === 0 ? 0 : count }, (): string[] => []);
  for (const { id, json } of grants) buckets[Number.parseInt(id.slice(-6), 16) % count]?.push(json);
  const chunks: Chunk[] = [];
  for (const bucket of buckets)
    if (bucket.length > 0) chunks.push(await chunkOf(textOf(bucket.sort()), known));
  return chunks;
}

/** Returns chunks of revocations of all gateways. */
export async function chunksOfRevocations(
  { revocations, accounts }: Revoked,
  known: ReadonlyMap<string, Chunk> | null,
): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (let start = 0; start < revocations.length; start += inOneChunk.revocations) {
    const some = revocations.slice(start, start + inOneChunk.revocations);
    chunks.push(await chunkOf(textOf([], { revocations: some }), known));
  }
  for (let start = 0; start < accounts.length; start += inOneChunk.accounts) {
    const some = accounts.slice(start, start + inOneChunk.accounts);
    chunks.push(await chunkOf(textOf([], { accounts: some }), known));
  }
  return chunks;
}

/** Returns the chunks of one gateway's own part. */
export async function chunksOfPart({
  grants,
  revocations,
  accounts,
  withdrawn,
}: {
  readonly [Part in keyof SnapshotChunk]: Readonly<SnapshotChunk[Part]>;
}): Promise<readonly Chunk[]> {
  const encoded = grants.map((grant) => JSON.stringify(grant)).sort();
  const chunks: Chunk[] = [];
  if (withdrawn.length + revocations.length > 0)
    chunks.push(
      await chunkOf(
        textOf([], { withdrawn, revocations: revocations.slice(0, inOneChunk.revocations) }),
        null,
      ),
    );
  const rest = { revocations: revocations.slice(inOneChunk.revocations), accounts };
  chunks.push(...(await chunksOfRevocations(rest, null)));
  for (let start = 0; start < encoded.length; start += inOneChunk.grants)
    chunks.push(await chunkOf(textOf(encoded.slice(start, start + inOneChunk.grants)), null));
  return chunks;
}
