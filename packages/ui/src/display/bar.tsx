import { classes } from '../actions/classes.ts';

/** The tones of a stack from its foot: the accent for what weighs most, the hairline's grey for the rest. */
const tones = ['comet', 'trail', 'edge', 'line'] as const;
export type BarTone = (typeof tones)[number];

const swatches: Readonly<Record<BarTone, string>> = {
  comet: 'bg-comet',
  trail: 'bg-trail',
  edge: 'bg-edge',
  line: 'bg-line',
};

export interface Bar {
  readonly key: string;
  /** Below the bar, where there is room: `22 Nov`. */
  readonly mark: string;
  /** What the bar stands for, and its value: shown and read out at the cursor. */
  readonly title: string;
  readonly figure: string;
  /** From the foot upwards; no value is negative. A part with a name is listed at the cursor. */
  readonly parts: readonly BarPart[];
}

interface BarPart {
  readonly tone: BarTone;
  readonly value: number;
  readonly name?: string;
  readonly figure?: string;
}

/** The parts that are listed by name; one without a value is left out. */
export function namedParts({ parts }: Bar): readonly BarPart[] {
  return parts.filter(({ name, value }) => name !== undefined && value > 0);
}

/** The legend's sign for the parts of one tone. */
export function Swatch({ tone }: { readonly tone: BarTone }) {
  return (
    <span
      aria-hidden="true"
      className={classes('inline-block size-3 shrink-0 rounded-bar', swatches[tone])}
    />
  );
}
