import { overviewTexts as texts, say } from '@comet/texts/operator-console';

/** Largest number that is counted: a count reads no more rows than this. */
export const countLimit = 1000;

/** Open work of one kind: how much, since when the oldest waits, and the oldest entries. */
export interface OpenWork<Entry> {
  /** At most `countLimit`. */
  readonly count: number;
  readonly oldest: Date | null;
  readonly first: readonly Entry[];
}

/** `12`, or `1000+` where counting stopped. */
export function formatCount(count: number): string {
  return count < countLimit ? String(count) : say(texts.atLeast, { count: countLimit });
}
