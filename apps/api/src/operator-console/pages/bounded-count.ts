import { overviewTexts as texts, formatText } from '@comet/texts/operator-console';

/** Largest number that is counted: a count reads no more rows than this. */
export const countLimit = 1000;

/** Open work of one kind: its count, a time and its first entries. */
export interface OpenWork<Entry> {
  /** At most `countLimit`. */
  readonly count: number;
  /** Since when the oldest entry waits; for rejected notifications, the time of the latest. */
  readonly time: Date | null;
  readonly first: readonly Entry[];
}

/** `12`, or `1000+` where counting stopped. */
export function formatCount(count: number): string {
  return count < countLimit ? String(count) : formatText(texts.atLeast, { count: countLimit });
}
