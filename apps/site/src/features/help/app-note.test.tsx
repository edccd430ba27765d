import { type HelpSlug, helpPages, helpPath } from '@comet/texts/help';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AppNote, needsApp } from './app-note.tsx';

const folder = join(import.meta.dirname, '../../../content/help');
/** The prerequisites of a page; its Markdown links as HTML. */
const needsOf = (slug: HelpSlug): string =>
  readFileSync(join(folder, `${slug}.md`), 'utf8')
    .split('## Steps')[0]!
    .replaceAll(/\]\((.*?)\)/g, ' href="$1"');
const needing = helpPages
  .map(({ slug }) => slug)
  .filter((slug) => needsApp({ path: helpPath(slug), sections: { needs: needsOf(slug) } as never }));

test('a task needs the app if its prerequisites link to the installation', () => {
  expect(needing).toEqual(
    expect.arrayContaining(['install-debian-ubuntu', 'kill-switch', 'multi-hop', 'residential-data']),
  );
  for (const slug of ['windows', 'iphone', 'refund', 'proxy-curl'] as const)
    expect(needing).not.toContain(slug);
});

test('the note leads to configs, and for residential data to the proxy', () => {
  expect(renderToStaticMarkup(<AppNote slug="kill-switch" />)).toContain('href="/download/"');
  const data = renderToStaticMarkup(<AppNote slug="residential-data" />);
  expect(data).toContain('Residential data needs the Comet app');
  expect(data).toContain('href="/help/proxy-curl/"');
});
