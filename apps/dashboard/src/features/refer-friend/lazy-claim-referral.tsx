import { useState } from 'react';
import { lazyComponent } from '../../platform/screen/lazy-component.tsx';
import { storeReferralCode, storedReferralCode } from './stored-referral-code.ts';

const Claim = lazyComponent(() => import('./claim-referral.tsx'));

/**
 * Claims the referral code of a link that was opened before the registration, or by a signed-in user, since
 * the route guard keeps the query of the link.
 */
export function ClaimReferral() {
  const [code] = useState(() => {
    const code = new URLSearchParams(location.search).get('ref');
    if (code !== null) storeReferralCode(localStorage, code, new Date());
    return storedReferralCode(localStorage, new Date());
  });
  return code !== null && <Claim />;
}
