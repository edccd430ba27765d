export { ClaimReferral } from './lazy-claim-referral.tsx';
export { useReferralCode } from './use-referral-code.ts';
