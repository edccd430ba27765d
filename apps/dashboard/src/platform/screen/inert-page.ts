/** Maximum delay in ms between the removal of a layer and its provider's last event. */
const LAST_WORD_MS = 1000;

/**
 * Makes the page inert while a foreign frame covers it, for keys and screen readers. This follows the DOM,
 * not the events of the frame's provider: a frame that disappears without an event restores the page and its
 * focus, and `vanished` is called if nothing else has ended it within a second. The returned function
 * restores the page at any time.
 */
export function makePageInert(vanished: () => void): () => void {
  const before = document.activeElement;
  let beneath: readonly Element[] = [];
  let over: HTMLIFrameElement | undefined;
  let lastShown: ReturnType<typeof setTimeout> | undefined;

  const giveBack = () => {
    for (const element of beneath) element.removeAttribute('inert');
    beneath = [];
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
  };
  const look = () => {
    const found = [...document.querySelectorAll('iframe')].find(coversPage);
    if (found !== undefined) {
      clearTimeout(lastShown);
      lastShown = undefined;
      over = found;
      beneath = [...beneath, ...reachable()];
      for (const element of beneath) element.toggleAttribute('inert', true);
    } else if (over !== undefined) {
      if (beneath.length > 0) giveBack();
      if (!over.isConnected) lastShown ??= setTimeout(vanished, LAST_WORD_MS);
    }
  };

  const watch = new MutationObserver(look);
  const attributeFilter = ['style', 'class', 'hidden'];
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter });
  // A stylesheet of the layer may turn it into one that covers the page.
  document.addEventListener('load', look, true);
  return () => {
    watch.disconnect();
    document.removeEventListener('load', look, true);
    clearTimeout(lastShown);
    giveBack();
  };
}

/** Removes the layer over the page if its provider's script no longer can. */
export function removeOverlay(): void {
  for (const frame of [...document.querySelectorAll('iframe')].filter(coversPage)) frame.remove();
}

/**
 * Whether the frame covers the centre of the window. For a frame in our own sheet, the sheet's position
 * counts, regardless of its scroll position.
 */
function coversPage(frame: HTMLIFrameElement): boolean {
  const { left, right, top, bottom } = (frame.closest('[role="dialog"]') ?? frame).getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const [x, y] = [clientWidth / 2, clientHeight / 2];
  const isThere = left < x && x < right && top < y && y < bottom;
  return isThere && getComputedStyle(frame).visibility === 'visible';
}

/** Reachable parts of the page that do not contain a foreign frame. */
const reachable = (): Element[] =>
  [...document.body.children].filter(
    (element) => !element.matches('[inert], iframe, script') && element.querySelector('iframe') === null,
  );
