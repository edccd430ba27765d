import { useState } from 'react';
import { later } from '../../platform/later.tsx';
import { keepCode, keptCode } from './kept-code.ts';

const Claim = later(() => import('./claim-referral.tsx'));

/**
 * Hands in the code of a friend's link, for whoever came by one: before they signed up, or signed in already, when the guard leads on with
 * the query of the link.
 */
export function ClaimReferral() {
  const [code] = useState(() => {
    const code = new URLSearchParams(location.search).get('ref');
    if (code !== null) keepCode(localStorage, code, new Date());
    return keptCode(localStorage, new Date());
  });
  return code !== null && <Claim />;
}
