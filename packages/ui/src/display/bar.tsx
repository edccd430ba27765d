import { classes } from '../actions/classes.ts';

/** The tones of a stack from its base: the accent color for the largest part, grey for the rest. */
const tones = ['comet', 'trail', 'edge', 'line'] as const;
export type BarTone = (typeof tones)[number];

const swatches: Readonly<Record<BarTone, string>> = {
  comet: 'bg-comet',
  trail: 'bg-[light-dark(var(--trail),#8f6449)]',
  edge: 'bg-edge',
  line: 'bg-line',
};

export interface Bar {
  readonly key: string;
  /** Below the bar, where there is room: `22 Nov`. */
  readonly mark: string;
  /** The meaning of the bar, and its value: shown and announced at the cursor. */
  readonly title: string;
  readonly figure: string;
  /** From the base upwards; no value is negative. Parts with a name are listed at the cursor. */
  readonly parts: readonly BarPart[];
}

interface BarPart {
  readonly tone: BarTone;
  readonly value: number;
  readonly name?: string;
  readonly figure?: string;
}

/** The parts with a name and a value, which are listed at the cursor. */
export function namedParts({ parts }: Bar): readonly BarPart[] {
  return parts.filter(({ name, value }) => name !== undefined && value > 0);
}

/** The legend's sample of a tone. */
export function Swatch({ tone }: { readonly tone: BarTone }) {
  return (
    <span
      aria-hidden="true"
      className={classes('inline-block size-3 shrink-0 rounded-bar', swatches[tone])}
    />
  );
}
