import { useEffect, useState } from 'react';
import { keepCode, keptCode } from './kept-code.ts';

/** Keeps the code of the link that led here, and tells whether a friend has sent this person, now or earlier. */
export function useReferralCode(fromLink: string | undefined): boolean {
  const [kept] = useState(() => keptCode(localStorage, new Date()));
  useEffect(() => {
    if (fromLink !== undefined) keepCode(localStorage, fromLink, new Date());
  }, [fromLink]);
  return fromLink !== undefined || kept !== null;
}
