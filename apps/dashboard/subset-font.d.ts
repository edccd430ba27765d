declare module 'subset-font' {
  /** What an axis is pinned to, or what is left of it. */
  export type Axes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;

  /** The face with nothing but the glyphs of `text`. Features that are not named go. */
  export default function subsetFont(
    face: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes: Axes;
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
}
