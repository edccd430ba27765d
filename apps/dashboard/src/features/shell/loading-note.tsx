import { shellTexts } from '@comet/texts';
import { useEffect, useState } from 'react';

/** A screen that loads faster shows no note. */
const LATE_MS = 1000;

/** True once the component has been shown for long enough that loading needs a text. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** Text for slow loading of a screen, or of the part that `words` names. The region is mounted before its text, so that the text is read out. */
export function LoadingNote({ words = shellTexts.loading }: { readonly words?: string }) {
  const isLate = useIsLate();
  return (
    <p role="status" className="m-0 min-h-6 text-quiet">
      {isLate && words}
    </p>
  );
}
