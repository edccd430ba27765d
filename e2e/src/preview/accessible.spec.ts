import { expect, type Page } from '@playwright/test';
import { found, untilPainted } from '../support/accessibility.ts';
import { controlsOf, traverseByTab } from './controls.ts';
import { screenStates } from './screen-states.ts';
import { sizes, test } from './screens.ts';
import { runTraffic } from './settle.ts';

const [narrow, broad] = sizes;
/** The narrow window at 200 % zoom. */
const magnified = { width: narrow.width / 2, height: narrow.height / 2 };

const dialog = '[role="dialog"]';

test.describe.configure({ timeout: 180_000 });

test('desktop screens: no axe violations, named controls, keyboard access, and nothing cut off at 200 %', async ({
  page,
  show,
}) => {
  let controls = 0;
  for (const state of screenStates) {
    await page.setViewportSize(narrow);
    await page.emulateMedia({ colorScheme: 'light' });
    await show(state);
    await untilPainted(page, 'light');
    const named = await controlsOf(page);
    controls += named.length;
    expect
      .soft(
        named.filter(({ name }) => name === ''),
        `${state.name}: controls without a name`,
      )
      .toEqual([]);
    expect.soft(await found(page, 'light'), `${state.name}: axe`).toEqual([]);
    for (const traversal of state.returnsTo === undefined
      ? [await traverseByTab(page)]
      : [await traverseByTab(page, dialog), await traverseByTab(page, dialog, 'Shift+Tab')]) {
      expect.soft(traversal.missed, `${state.name}: out of the keyboard's reach`).toEqual([]);
      expect.soft(traversal.unseen, `${state.name}: focus that nothing shows`).toEqual([]);
      if (state.returnsTo !== undefined)
        expect.soft(traversal.outside, `${state.name}: times that the focus left the dialog`).toBe(0);
    }
    // The figures of the throughput have their full length by then.
    await runTraffic(page, state, 14_000);
    for (const size of [narrow, magnified, broad]) {
      await page.setViewportSize(size);
      expect
        .soft(await cutOff(page), `${state.name} at ${size.width} px: wider than the window`)
        .toBeLessThanOrEqual(1);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilPainted(page, 'dark');
    expect.soft(await found(page, 'dark'), `${state.name}, wide and dark: colours`).toEqual([]);
    if (state.returnsTo !== undefined) await closesByEscape(page, state.returnsTo);
  }
  // An empty tree would pass the previous check.
  expect(controls).toBeGreaterThan(300);
});

/** Expects Escape to close a dialog and to return the focus to a suitable element. */
async function closesByEscape(page: Page, returnsTo: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator(dialog)).toHaveCount(0);
  await expect(page.getByRole('button', { name: returnsTo, exact: true })).toBeFocused();
}

/** Returns the horizontal overflow in px; 1 px may be a rounding error. */
function cutOff(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...[...document.querySelectorAll('main')].map((main) => main.scrollWidth - main.clientWidth),
    ),
  );
}
