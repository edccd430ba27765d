import type { FeedStream, StreamEnd, StreamMessage } from './feed-stream.ts';

/** How an append ends: the number of messages that are stored, or all, and whether their publisher learns it. */
export interface Outcome {
  readonly stored: number;
  readonly isConfirmed: boolean;
}

/** A stream in memory, with the conditions and the failures of JetStream. */
export class FakeFeedStream implements FeedStream {
  readonly messages: (StreamMessage & { readonly sequence: number })[] = [];
  #sequence = 0;
  /** The outcomes of the next appends; then all succeed. */
  readonly #outcomes: Outcome[];

  constructor(outcomes: readonly Outcome[] = []) {
    this.#outcomes = [...outcomes];
  }

  end(): Promise<StreamEnd> {
    return Promise.resolve({ sequence: this.#sequence, cursor: this.messages.at(-1)?.cursor ?? null });
  }

  append(messages: readonly StreamMessage[], sequence: number): Promise<number> {
    if (sequence !== this.#sequence) return Promise.reject(new Error('wrong last sequence'));
    const outcome = this.#outcomes.shift() ?? { stored: messages.length, isConfirmed: true };
    const stored = messages.slice(0, outcome.stored);
    for (const message of stored) this.messages.push({ ...message, sequence: (this.#sequence += 1) });
    const isKnown = outcome.isConfirmed && stored.length === messages.length;
    return isKnown ? Promise.resolve(this.#sequence) : Promise.reject(new Error('timeout'));
  }

  /** Removes expired heartbeats; the sequences of the others stay. */
  expireHeartbeats(): void {
    const kept = this.messages.filter(({ id }) => id !== null);
    this.messages.splice(0, this.messages.length, ...kept);
  }
}
