export {
  claimBenefit,
  confirmBenefit,
  deleteBenefits,
  isBenefitUsed,
  mailboxHashOf,
  releaseBenefit,
} from './benefits.store.ts';
