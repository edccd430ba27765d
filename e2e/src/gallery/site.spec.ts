import { test } from '@playwright/test';
import { runningStack } from '../support/running-stack.ts';
import { takePictures } from './take-pictures.ts';
import { visitPages } from './visit-pages.ts';

const { site } = runningStack();

test('every page of the site', async ({ page }) => {
  await visitPages(page, `${site}/`, async (name) => {
    // Pages with live data load it after they are shown.
    await page.waitForLoadState('networkidle');
    await takePictures(page, 'site', name);
  });
  await page.goto(`${site}/no-such-page/`);
  await takePictures(page, 'site', 'not-found');
});
