/** What the router keeps with an entry of the browser's history. */
interface Entry {
  /** Its place among those of this tab. */
  readonly index: number;
}

const STORE = 'comet:scroll';

/** The browser's history with the places that pages were scrolled to. Only one exists, as there is only one history. */
export function createVisits() {
  history.scrollRestoration = 'manual';
  const stored = sessionStorage.getItem(STORE);
  const scrolled = new Map<number, number>(stored === null ? [] : (JSON.parse(stored) as [number, number][]));
  let index = (history.state as Entry | null)?.index ?? 0;
  history.replaceState({ index }, '');
  const remember = () => void scrolled.set(index, scrollY);
  addEventListener('pagehide', () => {
    remember();
    sessionStorage.setItem(STORE, JSON.stringify([...scrolled]));
  });

  return {
    write(href: string, replace: boolean): void {
      if (replace) return history.replaceState({ index }, '', href);
      remember();
      index += 1;
      // A way that was gone back from is gone.
      for (const later of scrolled.keys()) if (later >= index) scrolled.delete(later);
      history.pushState({ index } satisfies Entry, '', href);
    },
    /** The browser has moved by so many entries; a mere change of the hash is a new one. */
    moved(): number {
      const entry = history.state as Entry | null;
      const next = entry?.index ?? index + 1;
      if (entry === null) {
        history.replaceState({ index: next } satisfies Entry, '');
        scrolled.delete(next);
      }
      return next - index;
    },
    /** Takes the move of the browser as done. */
    follow(by: number): void {
      remember();
      index += by;
    },
    /** Where the page at this entry was scrolled to, if it was seen before. */
    scrolledTo: (): number | undefined => scrolled.get(index),
  };
}
