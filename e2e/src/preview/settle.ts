import type { Page } from '@playwright/test';
import type { ScreenState } from './screen-states.ts';

/** Moves the pointer away and removes the focus. While connected, first advances the clock by a minute of traffic for the graph. */
export async function settle(page: Page, { query }: ScreenState): Promise<void> {
  if (query.startsWith('scene=connected')) await page.clock.runFor(62_000);
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}
