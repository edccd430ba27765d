import { expect } from '@playwright/test';
import { visitPages } from '../gallery/visit-pages.ts';
import { openRecordedSession } from '../pictures/enter-recorded.ts';
import { pathOf, readRecording } from '../pictures/recording.ts';
import { scenes } from '../pictures/scenes.ts';
import { untilShown } from '../support/accessibility.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { cutOff } from './cut-off.ts';

const { dashboard, site } = runningStack();

// 320 CSS px: the smallest phones, and a desktop screen of 1280 px at 400 % (WCAG 1.4.10).
test.use({ viewport: { width: 320, height: 640 } });

test('no page of the site is wider than 320 px or cuts anything off there', async ({ page }) => {
  test.setTimeout(300_000);
  let visited = 0;
  await visitPages(page, `${site}/`, async (name) => {
    visited += 1;
    expect.soft(await cutOff(page), name).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
  });
  expect(visited).toBeGreaterThan(50);
});

for (const person of new Set(scenes.map((scene) => scene.person)))
  test(`no screen of a ${person} is wider than 320 px or cuts anything off there`, async ({ page }) => {
    test.setTimeout(120_000);
    await openRecordedSession(page, person, dashboard);
    for (const { name, path } of scenes.filter((scene) => scene.person === person)) {
      await page.goto(dashboard + pathOf(path, readRecording().ids));
      await untilShown(page);
      expect.soft(await cutOff(page), name).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
    }
  });

test('a text beyond the edge of its box is found', async ({ page }) => {
  await page.setContent(
    '<div style="overflow: hidden; width: 200px"><p style="width: 300px">Price</p></div><p>Fits</p>',
  );
  expect(await cutOff(page)).toEqual([expect.stringMatching(/^p “Price” ends at 30\d$/)]);
});
