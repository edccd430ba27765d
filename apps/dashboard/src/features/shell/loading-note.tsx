import { shellTexts } from '@comet/texts';
import { useEffect, useState } from 'react';

/** Milliseconds before which no loading text is shown. */
const LATE_MS = 1000;

/** Returns true once the component has been mounted for long enough that a loading text is shown. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/**
 * Text for slow loading of a screen, or of the part that `words` names. The live region is mounted before its
 * text, so that screen readers announce it.
 */
export function LoadingNote({ words = shellTexts.loading }: { readonly words?: string }) {
  const isLate = useIsLate();
  return (
    <p role="status" className="m-0 min-h-6 text-quiet">
      {isLate && words}
    </p>
  );
}
