import { siteDownloadTexts } from '@comet/texts/site';
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
  expect(html).toContain('comet_0.2.0_amd64.deb · 38.4\u00a0MB');
  expect(html).toContain('href="/download/comet.sha256"');
  expect(html).toContain(siteDownloadTexts.steps.heading);
  expect(html).not.toContain(siteDownloadTexts.linux.explanation);
});

test('without a package, Linux connects with a config like every other platform, and no app is offered', () => {
  const html = page([]);
  const [first = ''] = /<section id="linux"[\s\S]*?<\/section>/.exec(html) ?? [];
  expect(first).toContain(`aria-label="${siteDownloadTexts.elsewhere.wireguard} for Linux"`);
  expect(first).toContain('/dash/download/?protocol=wireguard');
  expect(html).not.toContain(siteDownloadTexts.app.name);
  expect(html).not.toContain(siteDownloadTexts.explanation);
  expect(html).not.toContain(siteDownloadTexts.steps.heading);
  expect(html).not.toMatch(/npm |\.deb/);
});
