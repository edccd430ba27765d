import { SetDigest } from '@comet/admission';
import { type AccountRevocation, accountRevocationLine } from '@comet/contract';
import { revocationsAt } from './account-revocations.store.ts';
import type { FeedPage, StoredChange } from './feed-pages.store.ts';

/** A revocation with its text in the digest. */
interface Kept {
  readonly revocation: AccountRevocation;
  readonly line: string;
}

/** The revocations since `since` (unix seconds) that are known at `cursor`, in the order of their changes. */
type ReadAll = (
  since: number,
) => Promise<{ readonly cursor: number; readonly accounts: readonly AccountRevocation[] }>;

/** Broadcasts as for `AccountRevocations.advance`. */
interface Broadcasts {
  readonly changes: readonly StoredChange[] | null;
  readonly through: number;
}

/** A heartbeat at a cursor further behind waits until the gateway has received the changes. */
const maxBehind = 1_000;

/**
 * The revocations of accounts that still matter, and their digest: read once by a process for all gateways, then kept up to date with the
 * broadcasts. `since` (unix seconds) everywhere is the time before which revocations have expired; an earlier one than before has no effect.
 */
export class AccountRevocations {
  readonly #readAll: ReadAll;
  #kept: Kept[] = [];
  #digest = new SetDigest();
  /** All up to this cursor are known; null before the first read, and where some may be missing. */
  #through: number | null = null;
  #since = 0;
  /** The earliest time in `#kept`. */
  #oldest = Infinity;
  #loading: Promise<void> | null = null;
  /** Broadcasts that were read while the state was being read. */
  #missed: Broadcasts[] = [];

  constructor(readAll: ReadAll) {
    this.#readAll = readAll;
  }

  /** Applies broadcasts: these are all through `through`; null where earlier ones may be missing. */
  advance(changes: readonly StoredChange[] | null, through: number): void {
    if (this.#loading !== null) this.#missed.push({ changes, through });
    const known = this.#through;
    if (known === null) return;
    if (changes === null) {
      if (through !== known) this.#through = null;
      return;
    }
    for (const { cursor, accountRevocation } of changes)
      if (cursor > known && accountRevocation !== null) this.#add(accountRevocation);
    this.#through = Math.max(known, through);
  }

  /** Reads them unless they are known; concurrent calls share one read. */
  async load(since: number): Promise<void> {
    if (this.#through !== null) return;
    this.#loading ??= this.#load(since).finally(() => {
      this.#loading = null;
      this.#missed = [];
    });
    await this.#loading;
  }

  /** Returns the digest of those from `since` on after the change `cursor`; null if it is not known. */
  digestAt(cursor: number, since: number): { readonly since: number; readonly digest: string } | null {
    this.#expire(since);
    if (this.#through === null || cursor > this.#through) return null;
    const later: string[] = [];
    for (let index = this.#kept.length - 1; index >= 0; index -= 1) {
      const one = this.#kept[index];
      if (one === undefined || one.revocation.change <= cursor) break;
      later.push(one.line);
      if (later.length > maxBehind) return null;
    }
    for (const line of later) this.#digest.remove(line);
    const digest = this.#digest.value();
    for (const line of later) this.#digest.add(line);
    return { since: this.#since, digest };
  }

  async #load(since: number): Promise<void> {
    const { cursor, accounts } = await this.#readAll(Math.max(since, this.#since));
    this.#kept = [];
    this.#digest = new SetDigest();
    this.#oldest = Infinity;
    for (const revocation of accounts) this.#add(revocation);
    this.#through = cursor;
    for (const { changes, through } of this.#missed.splice(0))
      if (through >= cursor) this.advance(changes, through);
  }

  #add(revocation: AccountRevocation): void {
    const line = accountRevocationLine(revocation);
    this.#kept.push({ revocation, line });
    this.#digest.add(line);
    this.#oldest = Math.min(this.#oldest, revocation.notBefore);
  }

  #expire(since: number): void {
    this.#since = Math.max(this.#since, since);
    if (this.#oldest >= this.#since) return;
    const kept: Kept[] = [];
    for (const one of this.#kept) {
      if (one.revocation.notBefore >= this.#since) kept.push(one);
      else this.#digest.remove(one.line);
    }
    this.#kept = kept;
    this.#oldest = Infinity;
    for (const { revocation } of kept) this.#oldest = Math.min(this.#oldest, revocation.notBefore);
  }
}

/** Returns a page for a gateway that does not support revocations of accounts: with one for each of its subjects instead. */
export function withoutAccounts(page: FeedPage, gatewayId: string): FeedPage {
  if (page.kind !== 'changes') return page;
  const changes = page.changes.flatMap((change): readonly StoredChange[] => {
    const { accountRevocation } = change;
    if (accountRevocation === null) return [change];
    const own = { ...change, previous: null, accountRevocation: null };
    return revocationsAt(gatewayId, [accountRevocation]).map((revocation) => ({ ...own, revocation }));
  });
  return { ...page, changes };
}
