export { ClaimReferral } from './claim-later.tsx';
export { useReferralCode } from './use-referral-code.ts';
