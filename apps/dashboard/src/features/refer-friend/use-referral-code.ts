import { useEffect, useState } from 'react';
import { storeReferralCode, storedReferralCode } from './stored-referral-code.ts';

/**
 * Stores the code of a referral link from the current URL, and returns whether a code is stored, from this
 * link or an earlier one.
 */
export function useReferralCode(fromLink: string | undefined): boolean {
  const [kept] = useState(() => storedReferralCode(localStorage, new Date()));
  useEffect(() => {
    if (fromLink !== undefined) storeReferralCode(localStorage, fromLink, new Date());
  }, [fromLink]);
  return fromLink !== undefined || kept !== null;
}
