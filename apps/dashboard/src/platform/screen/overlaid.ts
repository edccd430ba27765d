/** How long after a layer has gone its maker's last word about it may still come. */
const LAST_WORD_MS = 1000;

/**
 * As long as a frame of somebody else's lies over the page, nothing beneath it can be reached, by keys or by a screen reader. What counts is
 * what lies there, not what its maker says of it: a frame that goes without a word gives the page back, with the focus where it was, and
 * `vanished` is called if nothing else has ended it within a second. The end that this gives back does the same, whatever lies there still.
 */
export function keepOutOfReach(vanished: () => void): () => void {
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
    const found = [...document.querySelectorAll('iframe')].find(isOverThePage);
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
  // A stylesheet that the layer brings may make it one.
  document.addEventListener('load', look, true);
  return () => {
    watch.disconnect();
    document.removeEventListener('load', look, true);
    clearTimeout(lastShown);
    giveBack();
  };
}

/** Takes away what lies over the page, where its maker no longer can. */
export function takeAway(): void {
  for (const frame of [...document.querySelectorAll('iframe')].filter(isOverThePage)) frame.remove();
}

/** A frame in a sheet of ours lies where the sheet does, however far it is scrolled. */
function isOverThePage(frame: HTMLIFrameElement): boolean {
  const { left, right, top, bottom } = (frame.closest('[role="dialog"]') ?? frame).getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const [x, y] = [clientWidth / 2, clientHeight / 2];
  const isThere = left < x && x < right && top < y && y < bottom;
  return isThere && getComputedStyle(frame).visibility === 'visible';
}

/** The page's parts that can be reached and are nobody else's: what has a frame within is left to its maker. */
const reachable = (): Element[] =>
  [...document.body.children].filter(
    (element) => !element.matches('[inert], iframe, script') && element.querySelector('iframe') === null,
  );
