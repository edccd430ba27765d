import { useEffect, useState } from 'react';
import { keepCode, keptCode } from './kept-code.ts';

/** Stores the code of a referral link in this address, and returns whether this person was referred, now or earlier. */
export function useReferralCode(fromLink: string | undefined): boolean {
  const [kept] = useState(() => keptCode(localStorage, new Date()));
  useEffect(() => {
    if (fromLink !== undefined) keepCode(localStorage, fromLink, new Date());
  }, [fromLink]);
  return fromLink !== undefined || kept !== null;
}
