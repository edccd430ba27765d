import type { Page } from '@playwright/test';

/** Checks the locations of these cities and no others; one is suggested when the page opens. */
export async function chooseLocations(page: Page, cities: readonly string[]): Promise<void> {
  await page.getByRole('checkbox').first().waitFor();
  const checked = page.getByRole('checkbox', { checked: true });
  while ((await checked.count()) > 0) await checked.first().uncheck();
  for (const city of cities) await page.getByRole('checkbox', { name: city }).check();
}
