export {
  newLinkTexts,
  signInLinkTexts,
  switchAccountTexts,
  verifyEmailTexts,
} from './accounts/account.ts';
export { formatShortDay } from './language/short-day.ts';
export { billingTexts } from './payments/billing.ts';
export { invoiceTexts } from './payments/invoice.ts';
export { refundTexts } from './payments/refund.ts';
export { refundStateTexts } from './payments/refund-state.ts';
export { portalTexts } from './frame/navigation.ts';
export { changeEmailTexts, confirmEmailChangeTexts } from './accounts/change-email.ts';
export { checkoutTexts } from './payments/checkout.ts';
export { planOfferTexts } from './payments/change-plan.ts';
export { dedicatedTexts } from './payments/dedicated.ts';
export { planRequiredTexts, servicesTexts, stockTexts } from './payments/services.ts';
export { accountDeletedTexts, deletionTexts, exportTexts, proofTexts } from './accounts/deletion.ts';
export { cryptoTexts } from './payments/checkout.ts';
export { connectTexts, devicesTexts, platformNames, quickLoginTexts } from './accounts/devices.ts';
export {
  downloadTexts,
  instructionTexts,
  locationTexts,
  openvpnFileTexts,
  wireguardFileTexts,
} from './config-files/config-files.ts';
export { failureTexts, fetchErrorWords } from './errors/error-catalogue.ts';
export { errorText, ReadableError } from './errors/errors.ts';
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
} from './language/format.ts';
export { automaticTexts, balanceTexts, coverageTexts } from './payments/residential-data-balance.ts';
export { renameTexts } from './language/name-in-sentence.ts';
export {
  changePasswordTexts,
  newPasswordTexts,
  resetPasswordTexts,
  signInAgainTexts,
} from './accounts/passwords.ts';
export { passkeysTexts } from './accounts/passkeys.ts';
export { referralTexts } from './payments/referral.ts';
export { residentialDataTexts } from './residential/residential-data.ts';
export {
  endpointTexts,
  exitTestTexts,
  proxyAccessTexts,
  proxyUsersTexts,
  residentialProxyTexts,
} from './residential/residential-proxy.ts';
export { ruleErrors } from './language/rules.ts';
export { legalTexts } from './frame/legal.ts';
export { LOCALE } from './language/locale.ts';
export { plural, type PluralForms, type Properties, formatText } from './language/format-text.ts';
export { sessionsTexts } from './accounts/sessions.ts';
export { settingsTexts } from './frame/settings.ts';
export { notFoundTexts } from './frame/not-found.ts';
export { navigationTexts } from './frame/navigation.ts';
export {
  pageErrorTexts,
  pageTexts,
  reachTexts,
  reloadTexts,
  shellTexts,
  unsupportedBrowserTexts,
} from './frame/shell.ts';
export {
  confirmIdentityTexts,
  connectedAccountsTexts,
  socialTexts,
} from './accounts/social.ts';
export { firstDeviceTexts } from './payments/home.ts';
export { glanceTexts } from './payments/home.ts';
export { homeTexts } from './home/home-screen.ts';
export { salesTexts, supportTexts, visitorSupportTexts } from './frame/support.ts';
export {
  confirmTwoFactorTexts,
  recoveryCodesTexts,
  secondFactorTexts,
  twoFactorGateTexts,
  twoFactorTexts,
} from './accounts/two-factor.ts';
export { validationTexts } from './errors/errors.ts';
export {
  logInTexts,
  providerNames,
  registerTexts,
  socialButtonsTexts,
  usePasskeyTexts,
} from './accounts/sign-in-methods.ts';
export { forgotPasswordTexts } from './accounts/forgot-password.ts';
export { passkeyFailureTexts } from './accounts/passkey-failures.ts';
export { cancelPlanTexts, upgradeTexts } from './payments/change-plan.ts';
export { claimOfferTexts, paymentTexts } from './payments/payment.ts';
export { usageTexts } from './residential/residential-data.ts';
export { confirmEmailTexts, unverifiedTexts } from './accounts/unverified.ts';
