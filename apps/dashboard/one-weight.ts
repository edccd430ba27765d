import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The face of headings, as the build names it. */
const HEADINGS = /bricolage-grotesque-latin-opsz-normal[^/]*\.woff2$/;

/** What the file is for, by the `unicode-range` of its rule in `@fontsource-variable`. */
const LATIN: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2dc],
  [0x304, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2193],
  [0x2212, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
];

const letters = LATIN.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join('');

/** Leaves the face of headings the one weight that headings have: every first page fetches it, and the others are half of it. */
export const oneWeight: Plugin = {
  name: 'comet:one-weight',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !HEADINGS.test(file.fileName)) continue;
      file.source = await subsetFont(Buffer.from(file.source), letters, {
        targetFormat: 'woff2',
        keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'calt', 'tnum'],
        variationAxes: { wght: 600 },
      });
    }
  },
};
