import subsetFont from 'subset-font';

/** What an axis is pinned to, or what is left of it. */
export type Axes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;

interface Cut {
  /** The letters that stay, as the `unicode-range` of a rule names them: `U+20-7e, U+a0`. */
  readonly letters: string;
  readonly axes: Axes;
  /** OpenType features that stay. */
  readonly features: readonly string[];
}

/** A face in woff2 with nothing but what its pages are set in. */
export function cutFace(face: Buffer, { letters, axes, features }: Cut): Promise<Buffer> {
  return subsetFont(face, lettersOf(letters), {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: axes,
  });
}

const lettersOf = (range: string): string =>
  range
    .split(', ')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
