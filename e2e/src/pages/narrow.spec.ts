import { expect } from '@playwright/test';
import { visitPages } from '../gallery/visit-pages.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { findClippedText } from './find-clipped-text.ts';

const { site } = runningStack();

// 320 CSS px: the smallest phones, and a desktop screen of 1280 px at 400 % (WCAG 1.4.10). The dashboard's screens: pictures.spec.ts.
test.use({ viewport: { width: 320, height: 640 } });

test('no page of the site is wider than 320 px or cuts anything off there', async ({ page }) => {
  test.setTimeout(300_000);
  let visited = 0;
  await visitPages(page, `${site}/`, async (name) => {
    visited += 1;
    expect.soft(await findClippedText(page), name).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
  });
  expect(visited).toBeGreaterThan(50);
});

test('a text beyond the edge of its box is found', async ({ page }) => {
  await page.setContent(
    '<div style="overflow: hidden; width: 200px"><p style="width: 300px">Price</p></div><p>Fits</p>',
  );
  expect(await findClippedText(page)).toEqual([expect.stringMatching(/^p “Price” ends at 30\d$/)]);
});
