import type { Database } from '../../../platform/database/database.ts';
import {
  changesAfter,
  type FeedPage,
  type FeedPosition,
  pagesAfter,
  type StoredChange,
} from './feed-pages.store.ts';

/** Maximum number of changes that a process keeps, about 500 bytes each. */
const keptByDefault = 20_000;
/** Maximum number of changes in a page. */
const maxInPage = 500;

const none: readonly StoredChange[] = [];

type Position = Pick<FeedPosition, 'gatewayId' | 'cursor'>;

/**
 * The latest changes of all gateways, which a process reads once for all of its streams. A stream whose cursor is older reads its own pages
 * from the database until it has caught up.
 */
export class ChangeLog {
  readonly #db: Database;
  readonly #maxKept: number;
  readonly #onBroadcasts: (changes: readonly StoredChange[] | null, through: number) => void;
  /** By gateway, broadcasts under null; each in the order of cursors. */
  readonly #byGateway = new Map<string | null, StoredChange[]>();
  #kept = 0;
  /** All changes after `from` through `through` are kept. Null before the first read. */
  #range: { from: number; through: number } | null = null;

  /**
   * `onBroadcasts` receives the broadcasts of each read, and the cursor through which these are all; null where earlier ones may be
   * missing.
   */
  constructor(
    db: Database,
    onBroadcasts: (changes: readonly StoredChange[] | null, through: number) => void,
    maxKept = keptByDefault,
  ) {
    this.#db = db;
    this.#onBroadcasts = onBroadcasts;
    this.#maxKept = maxKept;
  }

  /** Reads the new changes, then returns the page after each position, in order. */
  async pagesAfter(positions: readonly Position[]): Promise<readonly FeedPage[]> {
    await this.#read();
    const pages = positions.map((position) => this.#pageAfter(position));
    const others = positions.filter((_, index) => pages[index] === null);
    const read = others.length === 0 ? [] : [...(await pagesAfter(this.#db, others))];
    return pages.map((page) => {
      const found = page ?? read.shift();
      if (found === undefined) throw new Error('A page was not read');
      return found;
    });
  }

  /** Returns the last broadcast up to a cursor; null if the changes after it are not kept. */
  lastBroadcast(cursor: number): number | null {
    const range = this.#range;
    if (range === null || cursor > range.through) return null;
    return this.#byGateway.get(null)?.findLast((change) => change.cursor <= cursor)?.cursor ?? null;
  }

  async #read(): Promise<void> {
    for (let isComplete = false; !isComplete; ) {
      const after = this.#range?.through;
      const read = await changesAfter(this.#db, after ?? Number.MAX_SAFE_INTEGER);
      const { top, prunedThrough } = read;
      // The first read, or the database was restored from a backup.
      if (this.#range === null || after === undefined || after > top || after < prunedThrough)
        return this.#startAt(top);
      for (const { gatewayId, change } of read.changes) this.#keep(gatewayId, change);
      ({ isComplete } = read);
      this.#range.through = isComplete ? top : (read.changes.at(-1)?.change.cursor ?? top);
      this.#range.from = Math.max(this.#range.from, prunedThrough);
      const broadcasts = read.changes.filter(({ gatewayId }) => gatewayId === null);
      this.#onBroadcasts(
        broadcasts.map(({ change }) => change),
        this.#range.through,
      );
      if (this.#kept > this.#maxKept) this.#drop();
    }
  }

  #startAt(top: number): void {
    this.#byGateway.clear();
    this.#kept = 0;
    this.#range = { from: top, through: top };
    this.#onBroadcasts(null, top);
  }

  #keep(gatewayId: string | null, change: StoredChange): void {
    const kept = this.#byGateway.get(gatewayId);
    if (kept === undefined) this.#byGateway.set(gatewayId, [change]);
    else kept.push(change);
    this.#kept += 1;
  }

  /** Drops the older half. */
  #drop(): void {
    const cursors = [...this.#byGateway.values()].flatMap((changes) => changes.map(({ cursor }) => cursor));
    cursors.sort((one, other) => one - other);
    const from = cursors[Math.floor(cursors.length / 2)] ?? 0;
    for (const [gatewayId, changes] of this.#byGateway) {
      const later = after(changes, from);
      this.#kept -= changes.length - later.length;
      if (later.length === 0) this.#byGateway.delete(gatewayId);
      else this.#byGateway.set(gatewayId, later);
    }
    if (this.#range !== null) this.#range.from = Math.max(this.#range.from, from);
  }

  /** Returns the page after a position; null where changes after it are not kept. */
  #pageAfter({ gatewayId, cursor }: Position): FeedPage | null {
    const range = this.#range;
    if (range === null || cursor < range.from || cursor > range.through) return null;
    const own = after(this.#byGateway.get(gatewayId) ?? none, cursor);
    const broadcasts = after(this.#byGateway.get(null) ?? none, cursor);
    const all =
      own.length === 0 ? broadcasts : [...own, ...broadcasts].sort((one, other) => one.cursor - other.cursor);
    const isComplete = all.length < maxInPage;
    const changes = isComplete ? all : all.slice(0, maxInPage);
    const last = changes.at(-1)?.cursor ?? range.through;
    return { kind: 'changes', changes, cursor: isComplete ? range.through : last, isComplete };
  }
}

/** Returns the changes after a cursor of a list in the order of cursors. Most streams lack only the last ones. */
function after(changes: readonly StoredChange[], cursor: number): StoredChange[] {
  let start = changes.length;
  while (start > 0 && (changes[start - 1]?.cursor ?? 0) > cursor) start -= 1;
  return changes.slice(start);
}
