export { ReferralScreen } from './referral-screen.tsx';
