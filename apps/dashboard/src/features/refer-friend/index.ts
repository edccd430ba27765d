export { ClaimReferral } from './claim-referral.tsx';
export { useReferralCode } from './use-referral-code.ts';
