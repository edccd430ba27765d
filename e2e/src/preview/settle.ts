import type { Page } from '@playwright/test';
import type { ScreenState } from './screen-states.ts';

/** Moves the pointer away and removes the focus. While connected, first advances the clock by a minute of traffic for the graph. */
export async function settle(page: Page, state: ScreenState): Promise<void> {
  await runTraffic(page, state, 62_000);
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** Advances the clock of a state with traffic: the figures of the throughput get longer, and the graph fills. */
export async function runTraffic(page: Page, { query }: ScreenState, milliseconds: number): Promise<void> {
  if (/^scene=(connected|fallback)/.test(query)) await page.clock.runFor(milliseconds);
}
