import { SetDigest } from '@comet/admission';
import { type GrantKind, grantKinds, grantLine, type Revocation } from '@comet/contract';
import type { StoredChange } from './feed-pages.store.ts';
import { grantOf, type GrantSource } from './read-feed.store.ts';
import { readShared } from './shared-grants.store.ts';
import { type Chunk, chunksOfGrants, chunksOfRevocations } from './snapshot-chunks.ts';

type Sealed = Pick<GrantSource, 'db' | 'sealer'>;

/** What is in force on all gateways at a cursor, as chunks of snapshots. */
export interface SharedPart {
  readonly cursor: number;
  readonly revocations: readonly Revocation[];
  /** The chunks that a gateway with these kinds needs. */
  chunksFor(kinds: readonly GrantKind[]): readonly Chunk[];
}

/** The grants through a cursor, as in digests. */
interface Running {
  readonly lines: Map<string, { readonly kind: GrantKind; readonly line: string }>;
  readonly digests: ReadonlyMap<GrantKind, SetDigest>;
  /** The last change of a grant. */
  last: number;
  through: number;
}

/**
 * The grants that are in force on all gateways, read once by a process: their digest, which follows the broadcasts, and the chunks of
 * snapshots, which are compressed once for each version and kind. Memory: about 80 bytes for a grant in chunks, 300 for its digest; an
 * earlier version is kept only while streams send it, and unchanged chunks are the same.
 */
export class SharedGrants {
  #part: SharedPart | null = null;
  #known: ReadonlyMap<string, Chunk> = new Map();
  #running: Running | null = null;
  #building: Promise<SharedPart> | null = null;
  /** Broadcasts that were read while the state was being read. */
  #missed: { readonly changes: readonly StoredChange[] | null; readonly through: number }[] = [];
  #sealer: Sealed['sealer'] | null = null;

  /** Applies broadcasts: these are all through `through`; null where earlier ones may be missing. */
  advance(changes: readonly StoredChange[] | null, through: number): void {
    if (this.#building !== null) this.#missed.push({ changes, through });
    const running = this.#running;
    if (running === null) return;
    if (changes === null) {
      if (through !== running.through) this.#running = null;
      return;
    }
    for (const change of changes) if (change.cursor > running.through) this.#apply(running, change);
    running.through = Math.max(running.through, through);
  }

  /** Returns the chunks of a version that is not `outdated`; concurrent calls share one build. `since`: unix seconds. */
  async partAfter(outdated: SharedPart | null, source: Sealed, since: number): Promise<SharedPart> {
    if (this.#running !== null && this.#part !== null && this.#part !== outdated) return this.#part;
    this.#building ??= this.#build(source, since).finally(() => {
      this.#building = null;
      this.#missed = [];
    });
    return this.#building;
  }

  /** Whether the digest can be known. */
  get isKnown(): boolean {
    return this.#running !== null;
  }

  /** Returns the digest of the grants of these kinds after the change `cursor`; null if it is not known. */
  digestAt(kinds: readonly GrantKind[], cursor: number): SetDigest | null {
    const running = this.#running;
    if (running === null || cursor < running.last || cursor > running.through) return null;
    const sum = new SetDigest();
    for (const kind of kinds) {
      const digest = running.digests.get(kind);
      if (digest !== undefined) sum.merge(digest);
    }
    return sum;
  }

  async #build(source: Sealed, since: number): Promise<SharedPart> {
    this.#sealer = source.sealer;
    const byKind = new Map(grantKinds.map((kind) => [kind, [] as { id: string; json: string }[]]));
    const lines: Running['lines'] = new Map();
    const digests = new Map(grantKinds.map((kind) => [kind, new SetDigest()]));
    const { cursor, revocations, accounts } = await readShared(source, since, (grant) => {
      const { id, kind } = grant;
      const line = grantLine(grant);
      lines.set(id, { kind, line });
      digests.get(kind)?.add(line);
      byKind.get(kind)?.push({ id, json: JSON.stringify(grant) });
    });
    this.#running = { lines, digests, last: cursor, through: cursor };
    for (const { changes, through } of this.#missed.splice(0))
      if (through >= cursor) this.advance(changes, through);
    const known = this.#known;
    const revoked = await chunksOfRevocations({ revocations, accounts }, known);
    const chunks = new Map<GrantKind, readonly Chunk[]>();
    for (const [kind, grants] of byKind) chunks.set(kind, await chunksOfGrants(grants, known));
    const all = [...revoked, ...[...chunks.values()].flat()];
    this.#known = new Map(all.map((chunk) => [chunk.digest, chunk]));
    const part = {
      cursor,
      revocations,
      chunksFor: (kinds: readonly GrantKind[]) => [
        ...revoked,
        ...kinds.flatMap((kind) => chunks.get(kind) ?? []),
      ],
    };
    this.#part = part;
    return part;
  }

  #apply(running: Running, { cursor, grantId, grant }: StoredChange): void {
    if (grantId === null) return;
    running.last = cursor;
    const present = running.lines.get(grantId);
    if (grant === null && present !== undefined) {
      running.lines.delete(grantId);
      running.digests.get(present.kind)?.remove(present.line);
    }
    if (grant === null || present !== undefined || this.#sealer === null) return;
    const sent = grantOf(grant, this.#sealer);
    if (sent === null) return;
    const line = grantLine(sent);
    running.lines.set(grantId, { kind: grant.kind, line });
    running.digests.get(grant.kind)?.add(line);
  }
}
