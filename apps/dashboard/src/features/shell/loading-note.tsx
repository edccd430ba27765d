import { shellTexts } from '@comet/texts';
import { useEffect, useState } from 'react';

/** A screen that loads faster shows no note. */
const LATE_MS = 1000;

/** Whether the component has been shown for so long that loading needs words. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** Says that a screen, or the part of it that `words` name, is loading when that takes a while. The region is there before its words, so that they are read out. */
export function LoadingNote({ words = shellTexts.loading }: { readonly words?: string }) {
  const isLate = useIsLate();
  return (
    <p role="status" className="m-0 min-h-6 text-quiet">
      {isLate && words}
    </p>
  );
}
