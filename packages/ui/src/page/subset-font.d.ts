declare module 'subset-font' {
  /** Returns the font with only the glyphs of `text` and the named features. */
  export default function subsetFont(
    face: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes: Readonly<
        Record<string, number | { readonly min: number; readonly max: number }>
      >;
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
}
