import { expect, type Page } from '@playwright/test';

const desktop = { width: 1280, height: 880 };

/**
 * Expects that nothing is wider than the window and no text is cut off at 200 %, in both meanings. Browser zoom (Ctrl and plus) halves the
 * viewport in CSS px at a device pixel ratio of 2. The CSS property `zoom` doubles every length in the layout of a wide window, which is
 * harder to satisfy.
 */
export async function expectFitsAt200Percent(page: Page, screen: string): Promise<void> {
  await page.setViewportSize(desktop);
  const devtools = await page.context().newCDPSession(page);
  const setMetrics = (width: number, height: number, deviceScaleFactor: number) =>
    devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
  await setMetrics(desktop.width / 2, desktop.height / 2, 2);
  expect(await page.evaluate('[innerWidth, devicePixelRatio]')).toEqual([desktop.width / 2, 2]);
  expect(await cutOff(page), `${screen}, magnified by the browser`).toEqual([]);
  await setMetrics(desktop.width, desktop.height, 1);
  expect(await page.evaluate('[innerWidth, devicePixelRatio]')).toEqual([desktop.width, 1]);
  await page.evaluate("document.documentElement.style.zoom = '2'");
  expect(await cutOff(page), `${screen}, zoomed`).toEqual([]);
  await page.evaluate("document.documentElement.style.zoom = ''");
  await devtools.detach();
}

/**
 * Returns the elements that extend beyond the window's sides or are clipped by their box, except those for screen readers only and those
 * whose title is the whole text.
 */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`page: ${root.scrollWidth} px`] : [];
    const withText = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.checkVisibility() &&
        element.closest('.sr-only, [aria-hidden=true], a[href="#screen"]') === null &&
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
        ),
    );
    const overflowing = withText.filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      const hidden =
        getComputedStyle(element).overflowX !== 'visible' &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.title !== element.textContent;
      return hidden || left < -1 || right > innerWidth + 1;
    });
    return [...wide, ...overflowing.map(({ tagName, textContent }) => `${tagName}: ${textContent}`)];
  });
}
