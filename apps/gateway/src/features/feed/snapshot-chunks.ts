import { createHash } from 'node:crypto';
import {
  type AccountRevocation,
  type Grant,
  type Revocation,
  type SnapshotChunk,
  snapshotChunk,
} from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';

/** A complete snapshot. */
export interface WholeSnapshot {
  readonly cursor: number;
  readonly grants: readonly Grant[];
  readonly revocations: readonly Revocation[];
  readonly accounts: readonly AccountRevocation[];
}

interface Manifest {
  readonly cursor: number;
  /** Digests (SHA-256, base64url). */
  readonly chunks: readonly string[];
}

/** Maximum number of announced chunks, about four million grants. */
const maxChunks = 4096;

/**
 * The chunks of a snapshot of format 2 that is being received. A chunk is accepted only if a signed line contains its digest, and none has
 * an effect before all those of the manifest have arrived. They are kept when the stream breaks, so that the next one continues.
 */
export class SnapshotChunks {
  readonly #kept = new Map<string, SnapshotChunk>();
  readonly #announced = new Set<string>();
  #manifest: Manifest | null = null;

  /** Begins a new stream, with its own announcements and manifest. Returns the digests of the kept chunks. */
  begin(): readonly string[] {
    this.#announced.clear();
    this.#manifest = null;
    return [...this.#kept.keys()];
  }

  /** Accepts these chunks from now on. Returns false if they are too many. */
  announce(digests: readonly string[]): boolean {
    if (this.#announced.size + digests.length > maxChunks) return false;
    for (const digest of digests) this.#announced.add(digest);
    return true;
  }

  /** Takes the chunks of this manifest for the snapshot; others are dropped. */
  expect(manifest: Manifest): void {
    this.#manifest = manifest;
    const expected = new Set(manifest.chunks);
    for (const digest of this.#kept.keys()) if (!expected.has(digest)) this.#kept.delete(digest);
    this.#announced.clear();
    for (const digest of expected) this.#announced.add(digest);
  }

  take(line: string): Result<undefined, 'unsigned' | 'malformed'> {
    const digest = createHash('sha256').update(line).digest('base64url');
    if (!this.#announced.has(digest)) return err('unsigned');
    const chunk = chunkIn(line);
    if (chunk === null) return err('malformed');
    this.#kept.set(digest, chunk);
    return ok(undefined);
  }

  /** Whether chunks of the manifest are missing. */
  get isIncomplete(): boolean {
    return this.#manifest?.chunks.some((digest) => !this.#kept.has(digest)) ?? false;
  }

  /** Returns the snapshot; null while its manifest or a chunk is missing. */
  whole(): WholeSnapshot | null {
    const manifest = this.#manifest;
    if (manifest === null) return null;
    const chunks = manifest.chunks.flatMap((digest) => this.#kept.get(digest) ?? []);
    if (chunks.length < manifest.chunks.length) return null;
    const withdrawn = new Set(chunks.flatMap((chunk) => chunk.withdrawn));
    return {
      cursor: manifest.cursor,
      grants: chunks.flatMap(({ grants }) => grants.filter(({ id }) => !withdrawn.has(id))),
      revocations: chunks.flatMap(({ revocations }) => revocations),
      accounts: chunks.flatMap(({ accounts }) => accounts),
    };
  }

  clear(): void {
    this.#kept.clear();
    this.#announced.clear();
    this.#manifest = null;
  }
}

function chunkIn(line: string): SnapshotChunk | null {
  try {
    return snapshotChunk.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
