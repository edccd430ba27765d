import { type Axes, subsetFace } from '@comet/ui/page/subset-face.ts';
import type { Plugin } from 'vite';

/** A font of every first screen. */
interface FirstFont {
  /** Matches its file with Latin characters in the build. */
  readonly file: RegExp;
  /** Name of the file with the other characters. */
  readonly others: string;
  readonly axes: Axes;
}

const FIRST_FONTS: readonly FirstFont[] = [
  // The only weight in use.
  {
    file: /bricolage-grotesque-latin-opsz-normal[^/]*\.woff2$/,
    others: 'headings-others.woff2',
    axes: { wght: 600 },
  },
  { file: /instrument-sans-latin-wght-normal[^/]*\.woff2$/, others: 'text-others.woff2', axes: {} },
];

/** The characters of those files as `unicode-range` of `@fontsource-variable`, divided into those of our texts and the others. */
const OURS =
  'U+20-7e, U+a0, U+b7, U+d7, U+2013-2014, U+2018-2019, U+201c-201d, U+2026, U+20ac, U+2192, U+2212';
const OTHERS =
  'U+a1-b6, U+b8-d6, U+d8-ff, U+131, U+152-153, U+2bb-2bc, U+2c6, U+2da, U+2dc, U+304, U+308, U+329, U+2000-2012, U+2015-2017, U+201a-201b, U+201e-2025, U+2027-206f, U+2122, U+2191, U+2193, U+2215, U+feff, U+fffd';

const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'calt', 'tnum'];

/**
 * Reduces the fonts of the first screens to the characters of our texts and the weights in use, which removes 24 kB from every first
 * visit. The first other character, such as an umlaut in a device's name, loads the file of the others.
 */
export const firstFonts: Plugin = {
  name: 'comet:first-fonts',
  generateBundle: {
    // After the stylesheets are written.
    order: 'post',
    async handler(_options, bundle) {
      for (const { file, others, axes } of FIRST_FONTS) {
        const font = Object.values(bundle).find(({ fileName }) => file.test(fileName));
        if (font?.type !== 'asset') continue;
        const source = Buffer.from(font.source);
        font.source = await subsetFace(source, { letters: OURS, axes, features: FEATURES });
        const rest = await subsetFace(source, { letters: OTHERS, axes, features: FEATURES });
        const name = this.getFileName(this.emitFile({ type: 'asset', name: others, source: rest }));
        for (const sheet of Object.values(bundle)) {
          if (sheet.type !== 'asset' || !sheet.fileName.endsWith('.css')) continue;
          sheet.source = splitRule(sheet.source.toString(), font.fileName, name);
        }
      }
    },
  },
};

/** Replaces the `@font-face` rule of `file` with one for our characters and one for the others, which are in `others`. */
export function splitRule(css: string, file: string, others: string): string {
  return css.replaceAll(/@font-face\s*\{[^}]*\}/g, (rule) => {
    if (!rule.includes(`/${file})`)) return rule;
    const withRange = (range: string) => rule.replace(/unicode-range:[^;}]*/, `unicode-range:${range}`);
    return withRange(OURS) + withRange(OTHERS).replace(file, others);
  });
}
