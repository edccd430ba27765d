import subsetFont from 'subset-font';

/** The axes of a variable font, each with a fixed value or a remaining range. */
export type Axes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;

interface Cut {
  /** The characters to keep, as a CSS `unicode-range`: `U+20-7e, U+a0`. */
  readonly letters: string;
  readonly axes: Axes;
  /** The OpenType features to keep. */
  readonly features: readonly string[];
}

/** Reduces a font to these characters, axes and features, as WOFF2. */
export function subsetFace(face: Buffer, { letters, axes, features }: Cut): Promise<Buffer> {
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
