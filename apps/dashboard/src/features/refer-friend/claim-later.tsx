import { useState } from 'react';
import { later } from '../../platform/screen/later.tsx';
import { storeReferralCode, storedReferralCode } from './stored-referral-code.ts';

const Claim = later(() => import('./claim-referral.tsx'));

/**
 * Claims the referral code of a friend's link that was followed before signing up, or while signed in, when the guard keeps the link's
 * query.
 */
export function ClaimReferral() {
  const [code] = useState(() => {
    const code = new URLSearchParams(location.search).get('ref');
    if (code !== null) storeReferralCode(localStorage, code, new Date());
    return storedReferralCode(localStorage, new Date());
  });
  return code !== null && <Claim />;
}
