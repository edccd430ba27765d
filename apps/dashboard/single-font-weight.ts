import { subsetFace } from '@comet/ui/page/subset-face.ts';
import type { Plugin } from 'vite';

/** Matches the file of the heading font in the build. */
const HEADINGS = /bricolage-grotesque-latin-opsz-normal[^/]*\.woff2$/;

/** The characters of that file: the `unicode-range` of its rule in `@fontsource-variable`. */
const LATIN =
  'U+20-7e, U+a0-ff, U+131, U+152-153, U+2bb-2bc, U+2c6, U+2da-2dc, U+304-308, U+329, U+2000-206f, U+20ac, U+2122, U+2191-2193, U+2212-2215, U+feff, U+fffd';

/** Reduces the heading font to the only weight in use, which halves it: every first page loads it. */
export const singleFontWeight: Plugin = {
  name: 'comet:single-font-weight',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !HEADINGS.test(file.fileName)) continue;
      file.source = await subsetFace(Buffer.from(file.source), {
        letters: LATIN,
        axes: { wght: 600 },
        features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'calt', 'tnum'],
      });
    }
  },
};
