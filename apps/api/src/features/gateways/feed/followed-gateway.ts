import type { SetDigest } from '@comet/admission';
import type { Revocation } from '@comet/contract';
import type { FeedPage } from './feed-pages.store.ts';
import { RevocationDigest } from './revocation-digest.ts';

type Changes = Extract<FeedPage, { readonly kind: 'changes' }>;

/** The revocations in force on a gateway at a cursor. */
interface RevocationsAt {
  readonly cursor: number;
  readonly revocations: readonly Revocation[];
}

/** The state up to a cursor: all changes through `through` are applied, the last of them is at most `last`, of its own grants `lastGrant`. */
interface State {
  readonly revocations: RevocationDigest;
  last: number;
  lastGrant: number;
  through: number;
}

/** What the digests of a gateway's heartbeats need, shared by its streams in this process and kept up to date with the changes they read. */
export class FollowedGateway {
  #state: State | null = null;
  #loading: Promise<void> | null = null;
  /** Pages read while the state was being loaded. */
  #missed: { readonly from: number; readonly page: Changes }[] = [];
  readonly #grants = new Map<string, { readonly digest: SetDigest; readonly cursor: number }>();

  /** Applies a page of changes after `from`. */
  advance(from: number, page: Changes): void {
    if (this.#loading !== null) this.#missed.push({ from, page });
    const state = this.#state;
    if (state === null) return;
    const changes = page.changes.filter(({ cursor }) => cursor > state.last);
    // Changes between are unknown, or differ from those that were read before: the database was restored. The state is loaded again.
    if (from > state.through || changes.some(({ cursor }) => cursor <= state.through)) {
      this.#state = null;
      return;
    }
    for (const { cursor, previous, revocation } of changes) {
      state.last = cursor;
      if (revocation !== null) state.revocations.add(revocation);
      else if (previous === null) state.lastGrant = cursor;
    }
    state.through = Math.max(state.through, page.cursor);
  }

  /** Replaces the state by a snapshot's. */
  replace({ cursor, revocations }: RevocationsAt): void {
    const digest = new RevocationDigest(revocations);
    this.#state = { revocations: digest, last: cursor, lastGrant: cursor, through: cursor };
  }

  /** Loads the state with `read` unless it is known; concurrent calls share one read. */
  async load(read: () => Promise<RevocationsAt>): Promise<void> {
    if (this.#state !== null) return;
    this.#loading ??= (async () => {
      try {
        this.replace(await read());
      } finally {
        this.#loading = null;
        for (const { from, page } of this.#missed.splice(0)) this.advance(from, page);
      }
    })();
    await this.#loading;
  }

  /** Returns the digest of the revocations from `since` on after the change `cursor`; null if the state at it is not known. */
  revocationsAt(cursor: number, since: number): { readonly since: number; readonly digest: string } | null {
    const state = this.#state;
    if (state === null || cursor < state.last || cursor > state.through) return null;
    return state.revocations.at(since);
  }

  /** Returns the digest of its own grants of these kinds after the change `cursor`; null if none was recorded since their last change. */
  grantsAt(kinds: string, cursor: number): SetDigest | null {
    const known = this.#grants.get(kinds);
    const lastGrant = this.#state?.lastGrant ?? Infinity;
    return known !== undefined && known.cursor >= lastGrant && cursor >= lastGrant ? known.digest : null;
  }

  /** Records the digest of its own grants of these kinds after the change `cursor`. */
  recordGrants(kinds: string, cursor: number, digest: SetDigest): void {
    this.#grants.set(kinds, { digest, cursor });
  }
}
