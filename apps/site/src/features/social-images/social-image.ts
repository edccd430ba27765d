import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { frameTexts } from '@comet/texts/site';
import { Resvg } from '@resvg/resvg-js';
import { createElement as h, type ReactNode } from 'react';
import satori from 'satori';

const require = createRequire(import.meta.url);
const face = (path: string): Promise<Buffer> => readFile(require.resolve(path));

/** The dark colors of packages/ui: a picture has one theme. */
const night = {
  ground: '#0b0f1a',
  line: '#232b40',
  text: '#eef1f8',
  quiet: '#9aa5bd',
  comet: '#ff7a45',
  trail: '#ffc48a',
};

const size = { width: 1200, height: 630 };
const row = { display: 'flex', alignItems: 'center' };
const column = { display: 'flex', flexDirection: 'column' } as const;

/** Preview picture of a shared link: the page's title and the trail. PNG, 1200 by 630. */
export async function socialImage(title: string): Promise<Uint8Array<ArrayBuffer>> {
  const [heading, text] = await Promise.all([
    face('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff'),
    face('@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff'),
  ]);
  const svg = await satori(drawing(title), {
    ...size,
    fonts: [
      { name: 'heading', data: heading, weight: 600 },
      { name: 'text', data: text, weight: 400 },
    ],
  });
  return new Uint8Array(new Resvg(svg).render().asPng());
}

function drawing(title: string): ReactNode {
  const frame = {
    ...size,
    boxSizing: 'border-box',
    padding: '64px 72px',
    justifyContent: 'space-between',
  } as const;
  const headline = {
    fontSize: title.length > 45 ? 68 : 84,
    lineHeight: 1.08,
    letterSpacing: -2,
    maxWidth: 1000,
  };
  return h(
    'div',
    { style: { ...column, ...frame, background: night.ground, color: night.text, fontFamily: 'heading' } },
    h('div', { style: { ...row, fontSize: 40 } }, frameTexts.product),
    h('div', { style: { ...row, ...headline } }, title),
    h(
      'div',
      { style: { ...column, gap: 28 } },
      trail(),
      h(
        'div',
        { style: { ...row, fontFamily: 'text', fontSize: 30, color: night.quiet } },
        frameTexts.slogan,
      ),
    ),
  );
}

/** A complete trail with the comet at its head. */
function trail(): ReactNode {
  const light = `linear-gradient(90deg, ${night.line}, ${night.trail} 40%, ${night.comet})`;
  const head = { width: 26, height: 26, borderRadius: 13, background: night.comet, marginLeft: -13 };
  return h(
    'div',
    { style: row },
    h('div', { style: { width: 1000, height: 8, borderRadius: 4, backgroundImage: light } }),
    h('div', { style: head }),
  );
}
