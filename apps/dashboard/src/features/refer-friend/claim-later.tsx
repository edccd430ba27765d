import { useState } from 'react';
import { later } from '../../platform/later.tsx';
import { keptCode } from './kept-code.ts';

const Claim = later(() => import('./claim-referral.tsx'));

/** Hands in the code of a friend's link, for whoever came by one. */
export function ClaimReferral() {
  const [code] = useState(() => keptCode(localStorage, new Date()));
  return code !== null && <Claim />;
}
