export {
  claimBenefit,
  confirmBenefit,
  forgetBenefits,
  isBenefitUsed,
  mailboxHashOf,
  releaseBenefit,
} from './benefits.store.ts';
