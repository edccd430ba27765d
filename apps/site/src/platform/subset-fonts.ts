import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Axes, subsetFace } from '@comet/ui/page/subset-face.ts';
import type { AstroIntegration } from 'astro';

interface Face {
  readonly name: string;
  readonly family: string;
  readonly whole: string;
  /** CSS `font-weight` range of the subset. */
  readonly weights: string;
  readonly axes: Axes;
  /** Characters on the site's pages, which the subset contains (CSS `unicode-range`). */
  readonly ours: string;
  /** Characters of the full font that the subset lacks; a page that contains one loads the full font. */
  readonly others: string;
}

const require = createRequire(import.meta.url);
const bricolage =
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2';
const instrument = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';

/**
 * The browser loads the text font over the page's connection and the heading font over a second one, which
 * carries about 10 kB in its first round trip. The heading font is reduced to fit: one weight, one optical
 * size and only the characters used in headings. Code uses the device's monospace font, because a third font
 * would need a third connection.
 */
const FACES: readonly Face[] = [
  {
    name: 'text',
    family: 'Comet text',
    whole: instrument,
    weights: '400 600',
    axes: { wght: { min: 400, max: 600 } },
    ours: 'U+20-7e, U+a0, U+b7, U+d7, U+e3, U+e9, U+2013-2014, U+2018-2019, U+201c-201d, U+2026, U+20ac, U+2212',
    others:
      'U+a1-b6, U+b8-d6, U+d8-e2, U+e4-e8, U+ea-ff, U+131, U+152-153, U+2bb-2dc, U+2122, U+2191, U+2193',
  },
  {
    name: 'heading',
    family: 'Comet heading',
    whole: bricolage,
    weights: '600',
    axes: { wght: 600, opsz: 40 },
    ours: 'U+20, U+23-24, U+26, U+28-29, U+2c-3b, U+3f, U+41-5a, U+61-7a, U+a0, U+2019, U+2026',
    others:
      'U+21-22, U+25, U+27, U+2a-2b, U+3c-3e, U+40, U+5b-60, U+7b-9f, U+a1-ff, U+131, U+152-153, U+2bb-2dc, U+2013-2018, U+201a-2025, U+20ac',
  },
];

/** Writes the fonts, reduced to the characters of the site's pages, and their stylesheet to `.faces/`. */
export const subsetFonts: AstroIntegration = {
  name: 'comet:subset-fonts',
  hooks: {
    'astro:config:setup': async ({ config }) => {
      const folder = new URL('.faces/', config.root);
      await mkdir(folder, { recursive: true });
      for (const face of FACES) await put(new URL(`${face.name}.woff2`, folder), await cut(face));
      await put(new URL('faces.css', folder), FACES.map(rules).join('\n'));
    },
  },
};

async function cut({ whole, axes, ours }: Face): Promise<Buffer> {
  return subsetFace(await readFile(require.resolve(whole)), {
    letters: ours,
    axes,
    features: ['kern', 'tnum'],
  });
}

const rules = (face: Face): string =>
  [rule(face, face.whole, face.others), rule(face, `./${face.name}.woff2`, face.ours)].join('\n');

const rule = ({ family, weights }: Face, file: string, range: string): string => `@font-face {
  font-family: "${family}";
  font-weight: ${weights};
  font-display: swap;
  src: url("${file}") format("woff2");
  unicode-range: ${range};
}`;

/** Writes a file atomically: two builds may run at the same time. */
async function put(file: URL, contents: Buffer | string): Promise<void> {
  const fresh = new URL(`${file.href}.${process.pid}`);
  await writeFile(fresh, contents);
  await rename(fresh, file);
}
