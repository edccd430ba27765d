import type { Page } from '@playwright/test';

/**
 * Returns the texts and controls of the page whose right edge is outside the window, or outside a box that hides what is beyond it. What a
 * box with a scrollbar of its own contains is left out.
 */
export function findClippedText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const tolerance = 1;
    const isContent = (element: Element) =>
      element.matches('a, button, input, select, textarea, img') ||
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? ''),
      );
    /** The right edge in px up to which an element is visible; null where the reader can scroll to it or it is hidden anyway. */
    const edgeOf = (element: Element): number | null => {
      let edge = document.documentElement.clientWidth;
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, position } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') return null;
        const { right, width } = box.getBoundingClientRect();
        if (width <= 1 && position === 'absolute') return null;
        if (overflowX !== 'visible') edge = Math.min(edge, right);
      }
      return edge;
    };
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      if (!isContent(element) || !element.checkVisibility() || element.closest('[aria-hidden="true"]'))
        return [];
      const { right, width } = element.getBoundingClientRect();
      if (width <= 1 || getComputedStyle(element).textOverflow === 'ellipsis') return [];
      const edge = edgeOf(element);
      if (edge === null || right <= edge + tolerance) return [];
      return [
        `${element.tagName.toLowerCase()} “${element.textContent.trim().slice(0, 40)}” ends at ${right}`,
      ];
    });
  });
}
