import type { FeedMessage, Grant, Revocation } from '@comet/contract';

type Part = Extract<FeedMessage, { type: 'snapshot' }>;

/** A snapshot that is on its way. Nothing of it counts before its last part is there. */
export class SnapshotDraft {
  readonly #first: Part;
  readonly #grants: Grant[] = [];
  readonly #revocations: Revocation[] = [];
  #taken = 0;

  constructor(first: Part) {
    this.#first = first;
  }

  /** False for a part that does not follow on the last one. */
  take(part: Part): boolean {
    const { cursor, parts } = this.#first;
    if (part.part !== this.#taken + 1 || part.part > parts) return false;
    if (part.cursor !== cursor || part.parts !== parts) return false;
    this.#grants.push(...part.grants);
    this.#revocations.push(...part.revocations);
    this.#taken += 1;
    return true;
  }

  get isWhole(): boolean {
    return this.#taken === this.#first.parts;
  }

  get revocations(): readonly Revocation[] {
    return this.#revocations;
  }

  get grants(): readonly Grant[] {
    return this.#grants;
  }
}
