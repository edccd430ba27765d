import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of what stands in `place` when another view has come there, so that it is read out and Tab goes on
 * from it. Not from elsewhere on the page, nor away from a field that took the focus itself.
 */
export function useHeadingFocus(place: RefObject<HTMLElement | null>, view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    // What had the focus is gone with the view before.
    if (document.activeElement === document.body) place.current?.querySelector('h1')?.focus();
  }, [place, view]);
}
