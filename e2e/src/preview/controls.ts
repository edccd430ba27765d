import type { Page } from '@playwright/test';

/** WAI-ARIA roles of interactive controls. */
const roles = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'spinbutton', 'combobox', 'checkbox', 'switch', 'radio'],
  ...['slider', 'option', 'menuitem', 'tab', 'DisclosureTriangle'],
]);

interface AccessibleNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

/** Returns the controls of the accessibility tree, which screen readers use. */
export async function controlsOf(
  page: Page,
): Promise<readonly { readonly role: string; readonly name: string }[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return (nodes as readonly AccessibleNode[]).flatMap(({ ignored, role, name }) =>
    !ignored && role !== undefined && roles.has(role.value)
      ? [{ role: role.value, name: (name?.value ?? '').trim() }]
      : [],
  );
}

/** Result of a traversal by Tab: the number of reached elements, the missed ones, and those without a visible focus. */
export interface TabTraversal {
  readonly reached: number;
  readonly missed: readonly string[];
  readonly unseen: readonly string[];
  /** Number of times that the focus was outside the traversed element. */
  readonly outside: number;
}

/**
 * Presses Tab (or `Shift+Tab`) until every focusable element inside `within` was reached; in a dialog continues, to detect an escaping
 * focus. A group of radio buttons counts as one element. The component library's focus guards next to a dialog are not controls.
 */
export async function traverseByTab(
  page: Page,
  within = 'body',
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<TabTraversal> {
  const count = await page.evaluate((place) => {
    const reach = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const all = [...document.querySelectorAll<HTMLElement>(`${place} :is(${reach})`)];
    for (const element of document.querySelectorAll<HTMLElement>('[data-turn]'))
      delete element.dataset['turn'];
    const focusable = all.filter((element) => {
      if (element.matches(':disabled, [tabindex="-1"]') || !element.checkVisibility()) return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const group = all.filter((one) => one instanceof HTMLInputElement && one.name === element.name);
      return element.checked || !group.some((one) => (one as HTMLInputElement).checked);
    });
    for (const [index, element] of focusable.entries()) element.dataset['turn'] = String(index);
    return focusable.length;
  }, within);
  let outside = 0;
  const reached = new Map<string, boolean>();
  // The focus may start anywhere and wraps around once.
  const trapped = within !== 'body';
  for (let presses = 0; presses < 3 * count + 12 && (trapped || reached.size < count); presses += 1) {
    await page.keyboard.press(key);
    let focus = await focusOf(page, within);
    if (!focus.isInside) {
      // A dialog's focus guards return the focus asynchronously.
      const inside = page.waitForFunction((place) => document.activeElement?.closest(place), within, {
        timeout: 10_000,
      });
      outside += await inside.then(
        () => 0,
        () => 1,
      );
      focus = await focusOf(page, within);
    }
    if (focus.turn !== null) reached.set(focus.turn, focus.isShown);
  }
  const elements = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-turn]')].map(
      (element) => [element.dataset['turn'] ?? '', element.outerHTML.slice(0, 160)] as const,
    ),
  );
  const elementsWhere = (matches: (turn: string) => boolean) =>
    elements.flatMap(([turn, html]) => (matches(turn) ? [html] : []));
  return {
    reached: reached.size,
    missed: elementsWhere((turn) => !reached.has(turn)),
    unseen: elementsWhere((turn) => reached.get(turn) === false),
    outside,
  };
}

/** Returns whether the focus is inside `within`, the focused element's `data-turn`, and whether its focus is visible. */
function focusOf(
  page: Page,
  within: string,
): Promise<{ readonly isInside: boolean; readonly turn: string | null; readonly isShown: boolean }> {
  return page.evaluate((place) => {
    const element = document.activeElement;
    const isInside = Boolean(element?.closest(place));
    if (!(element instanceof HTMLElement) || element.dataset['turn'] === undefined)
      return { isInside, turn: null, isShown: false };
    // The visible replacement of a hidden input shows the focus.
    const around = [element, element.parentElement, element.nextElementSibling, element.closest('label')];
    const isShown = around.some((one) => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return { isInside, turn: element.dataset['turn'], isShown };
  }, within);
}
