import type { AccountRevocation, FeedMessage, Grant, Revocation } from '@comet/contract';
import type { WholeSnapshot } from './snapshot-chunks.ts';

type SnapshotPart = Extract<FeedMessage, { type: 'snapshot' }>;

/** A snapshot of format 1 that is being received. It is applied when its last part has arrived. */
export class SnapshotDraft {
  readonly #first: SnapshotPart;
  readonly #grants: Grant[] = [];
  readonly #revocations: Revocation[] = [];
  readonly #accounts: AccountRevocation[] = [];
  #receivedParts = 0;

  constructor(first: SnapshotPart) {
    this.#first = first;
  }

  /** Adds a part. Returns false if it does not follow the previous one. */
  take(part: SnapshotPart): boolean {
    const { cursor, parts } = this.#first;
    if (part.part !== this.#receivedParts + 1 || part.part > parts) return false;
    if (part.cursor !== cursor || part.parts !== parts) return false;
    this.#grants.push(...part.grants);
    this.#revocations.push(...part.revocations);
    this.#accounts.push(...(part.accounts ?? []));
    this.#receivedParts += 1;
    return true;
  }

  get isWhole(): boolean {
    return this.#receivedParts === this.#first.parts;
  }

  get content(): Omit<WholeSnapshot, 'cursor'> {
    return { grants: this.#grants, revocations: this.#revocations, accounts: this.#accounts };
  }
}
