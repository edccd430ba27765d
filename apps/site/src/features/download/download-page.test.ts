import { getTexts } from '@comet/texts/site';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DownloadPage } from './download-page.tsx';

const page = (names: readonly string[]): string =>
  renderToStaticMarkup(
    createElement(DownloadPage, {
      packages: names.map((name) => ({ name, bytes: 38_400_000, sha256: 'ab' })),
    }),
  );

test('offers each package as a button with its size, the checksums, and the steps of the app', () => {
  const html = page(['comet_0.2.0_amd64.deb']);
  expect(html).toContain('href="/download/comet_0.2.0_amd64.deb"');
  expect(html).toContain('comet_0.2.0_amd64.deb · 38.4 MB');
  expect(html).toContain('href="/download/comet.sha256"');
  expect(html).toContain(getTexts.steps.heading);
  expect(html).not.toContain(getTexts.app.none);
});

test('without a package says so in words for customers, and leads to a config', () => {
  const html = page([]);
  expect(html).toContain(getTexts.app.none);
  expect(html).not.toContain(getTexts.steps.heading);
  expect(html).not.toMatch(/npm |\.deb/);
});
