import { shellTexts } from '@comet/texts';
import { useEffect, useState } from 'react';

/** A screen that loads faster shows no note. */
const LATE_MS = 1000;

/** Says that a screen is loading when that takes a while. The region is there before its words, so that they are read out. */
export function LoadingNote() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="m-0 min-h-6 text-quiet">
      {isLate && shellTexts.loading}
    </p>
  );
}
