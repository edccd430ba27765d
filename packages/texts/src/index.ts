export {
  signInLinkTexts,
  switchAccountTexts,
  verifyEmailTexts,
} from './account.ts';
export { billingTexts } from './billing.ts';
export { refundTexts } from './refund.ts';
export { portalTexts } from './portal.ts';
export { refundStateTexts } from './refund-state.ts';
export { changeEmailTexts, confirmEmailChangeTexts } from './change-email.ts';
export { checkoutTexts } from './checkout.ts';
export { planOfferTexts } from './plan-offer.ts';
export { dedicatedTexts } from './dedicated.ts';
export { servicesTexts } from './services.ts';
export { accountDeletedTexts, deletionTexts, exportTexts, proofTexts } from './deletion.ts';
export { cryptoTexts } from './crypto.ts';
export { devicesTexts, platformNames, quickLoginTexts } from './devices.ts';
export {
  downloadTexts,
  instructionTexts,
  locationTexts,
  openvpnFileTexts,
  wireguardFileTexts,
} from './downloads.ts';
export { failureTexts, fetchErrorWords } from './error-catalogue.ts';
export { errorText, ReadableError } from './errors.ts';
export {
  countryInSentence,
  countryName,
  daysLeft,
  formatCalendarDay,
  formatClockTime,
  formatDay,
  formatDayAndTime,
  formatDaysAgo,
  formatList,
  formatMoney,
  formatNumber,
  typographicMinus,
} from './format.ts';
export { automaticTexts, balanceTexts, coverageTexts } from './metered.ts';
export { renameTexts } from './named-things.ts';
export {
  changePasswordTexts,
  newPasswordTexts,
  resetPasswordTexts,
  signInAgainTexts,
} from './passwords.ts';
export { passkeysTexts } from './passkeys.ts';
export { referralTexts } from './referral.ts';
export { residentialDataTexts } from './residential-data.ts';
export {
  endpointTexts,
  exitTestTexts,
  proxyAccessTexts,
  proxyUsersTexts,
  residentialProxyTexts,
} from './residential-proxy.ts';
export { ruleErrors } from './rules.ts';
export { legalTexts } from './legal.ts';
export { LOCALE } from './locale.ts';
export { plural, type PluralForms, type Properties, say } from './say.ts';
export { sessionsTexts } from './sessions.ts';
export { settingsTexts } from './settings.ts';
export { navigationTexts } from './navigation.ts';
export {
  notFoundTexts,
  pageErrorTexts,
  pageTexts,
  reachTexts,
  reloadTexts,
  shellTexts,
  shutOutTexts,
} from './shell.ts';
export {
  confirmIdentityTexts,
  connectedAccountsTexts,
  socialTexts,
} from './social.ts';
export { glanceTexts } from './glance.ts';
export { homeTexts } from './subscription.ts';
export { salesTexts, supportTexts, visitorSupportTexts } from './support.ts';
export {
  confirmTwoFactorTexts,
  recoveryCodesTexts,
  secondFactorTexts,
  twoFactorGateTexts,
  twoFactorTexts,
} from './two-factor.ts';
export { validationTexts } from './validation.ts';
export { logInTexts, providerNames, registerTexts, socialButtonsTexts, usePasskeyTexts } from './ways-in.ts';
export { forgotPasswordTexts } from './forgot-password.ts';
export { passkeyFailureTexts } from './passkey-failures.ts';
export { changePlanTexts, upgradeTexts } from './change-plan.ts';
export { claimOfferTexts, paymentTexts } from './payment.ts';
export { connectTexts } from './connect.ts';
export { usageTexts } from './usage.ts';
export { unverifiedTexts } from './unverified.ts';
