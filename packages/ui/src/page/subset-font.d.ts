declare module 'subset-font' {
  /** The face with nothing but the glyphs of `text`. Features that are not named go. */
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
