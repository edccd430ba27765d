import { listCryptoCurrencies } from './crypto/list-crypto-currencies.ts';
import { showCoupon } from './coupons/show-coupon.ts';
import { addDevice } from './devices/add-device.ts';
import { listDevices } from './devices/list-devices.ts';
import { removeDevice } from './devices/remove-device.ts';
import { renameDevice } from './devices/rename-device.ts';
import { listFavoriteLocations } from './favorite-locations/list-favorite-locations.ts';
import { markFavoriteLocation } from './favorite-locations/mark-favorite-location.ts';
import { unmarkFavoriteLocation } from './favorite-locations/unmark-favorite-location.ts';
import { changeExit } from './exits/change-exit.ts';
import { enrolExit } from './exits/enrol-exit.ts';
import { issueExitTicket } from './exits/issue-exit-ticket.ts';
import { renewExitCredential } from './exits/renew-exit-credential.ts';
import { showExit } from './exits/show-exit.ts';
import { withdrawExit } from './exits/withdraw-exit.ts';
import { enrolGateway } from './gateways/enrol-gateway.ts';
import { followFeed } from './gateways/follow-feed.ts';
import { issueFeedCredential } from './gateways/issue-feed-credential.ts';
import { renewCertificate } from './gateways/renew-certificate.ts';
import { showOwnNetworks } from './gateways/show-own-networks.ts';
import { showPortForwarding } from './gateways/show-port-forwarding.ts';
import { reserveQuota } from './gateways/reserve-quota.ts';
import { reportHealth } from './gateways/report-health.ts';
import { reportUsage } from './gateways/report-usage.ts';
import { callerAddress } from './network/caller-address.ts';
import { listLocations } from './locations/list-locations.ts';
import { serverList } from './locations/server-list.ts';
import { authenticateOneTimeToken } from './one-time-tokens/authenticate-one-time-token.ts';
import { createOneTimeToken } from './one-time-tokens/create-one-time-token.ts';
import { chooseOpenvpnProfile } from './openvpn/choose-openvpn-profile.ts';
import { issueOpenvpnLogin } from './openvpn/issue-openvpn-login.ts';
import { rotateOpenvpnCredentials } from './openvpn/rotate-openvpn-credentials.ts';
import { showOpenvpnCredentials } from './openvpn/show-openvpn-credentials.ts';
import { showOpenvpnProfile } from './openvpn/show-openvpn-profile.ts';
import { createOrder } from './orders/create-order.ts';
import { payOrder } from './orders/pay-order.ts';
import { showOrder } from './orders/show-order.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { beginPasskey } from './passkeys/begin-passkey.ts';
import { beginPasskeySignIn } from './passkeys/begin-passkey-sign-in.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renamePasskey } from './passkeys/rename-passkey.ts';
import { signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import {
  beginTwoFactorPasskey,
  showTwoFactorPasskey,
  verifyTwoFactorPasskey,
} from './passkeys/two-factor-passkey.ts';
import { listPlans } from './plans/list-plans.ts';
import { changePassword } from './passwords/change-password.ts';
import { checkPasswordReset } from './passwords/check-password-reset.ts';
import { confirmPasswordReset } from './passwords/confirm-password-reset.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { listPrices } from './prices/list-prices.ts';
import { decideQuickLogin } from './quick-login/decide-quick-login.ts';
import { pollDeviceAuthorization } from './quick-login/poll-device-authorization.ts';
import { showDeviceAuthorization } from './quick-login/show-device-authorization.ts';
import { startDeviceAuthorization } from './quick-login/start-device-authorization.ts';
import { testExit } from './residential-proxy/test-exit.ts';
import { showCoverage } from './residential/show-coverage.ts';
import { claimReferral } from './referrals/claim-referral.ts';
import { showReferral } from './referrals/show-referral.ts';
import { noteService, rotateServicePassword, swapAddress } from './services/change-service.ts';
import { listServices } from './services/list-services.ts';
import { changeResidentialDataSettings } from './residential-data/change-residential-data-settings.ts';
import { showResidentialData } from './residential-data/show-residential-data.ts';
import { showResidentialDataUsage } from './residential-data/show-residential-data-usage.ts';
import { addProxyUser } from './residential-proxy/add-proxy-user.ts';
import { changeProxyUser } from './residential-proxy/change-proxy-user.ts';
import { changeResidentialProxySettings } from './residential-proxy/change-residential-proxy-settings.ts';
import { listProxyUsers } from './residential-proxy/list-proxy-users.ts';
import { removeProxyUser } from './residential-proxy/remove-proxy-user.ts';
import { renewProxyPassword } from './residential-proxy/renew-proxy-password.ts';
import { showResidentialProxy } from './residential-proxy/show-residential-proxy.ts';
import { showResidentialProxyUsage } from './residential-proxy/show-residential-proxy-usage.ts';
import { showService } from './services/show-service.ts';
import { addStockRequest } from './stock-requests/add-stock-request.ts';
import { listStockRequests } from './stock-requests/list-stock-requests.ts';
import { removeStockRequest } from './stock-requests/remove-stock-request.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { revokeAllSessions } from './sessions/revoke-all-sessions.ts';
import { revokeOtherSessions } from './sessions/revoke-other-sessions.ts';
import { revokeSession } from './sessions/revoke-session.ts';
import { confirmSocialByLink } from './social/confirm-by-link.ts';
import { confirmSocialByPassword } from './social/confirm-by-password.ts';
import { finishSocialSignIn } from './social/finish-social-sign-in.ts';
import { listIdentities } from './social/list-identities.ts';
import { listSocialNetworks } from './social/list-social-networks.ts';
import { relayAppleResponse } from './social/relay-apple-response.ts';
import { removeIdentity } from './social/remove-identity.ts';
import { requestSocialMail } from './social/request-confirmation-mail.ts';
import { startIdentityLink } from './social/start-identity-link.ts';
import { startSocialSignIn } from './social/start-social-sign-in.ts';
import { listPayments } from './payments/list-payments.ts';
import { openPortal } from './payments/open-portal.ts';
import { showInvoice } from './payments/show-invoice.ts';
import {
  contactSales,
  listSupportTickets,
  sendSupportMessage,
  showSupportAttachment,
} from './support/conversation.ts';
import { sendSupportReport } from './support/send-support-report.ts';
import { postContactForm, sendContact, showContactPuzzle } from './support/contact.ts';
import { showStatus } from './status/show-status.ts';
import { showStatusHistory, statusFeed } from './status/status-history.ts';
import { cancelSubscription } from './subscription/cancel-subscription.ts';
import { confirmPlanChange } from './subscription/confirm-plan-change.ts';
import { draftPlanChange } from './subscription/draft-plan-change.ts';
import { requestRefund } from './subscription/request-refund.ts';
import { showSubscription } from './subscription/show-subscription.ts';
import { undoCancellation } from './subscription/undo-cancellation.ts';
import { issueTicket } from './tickets/issue-ticket.ts';
import { confirmTwoFactor } from './two-factor/confirm-two-factor.ts';
import { disableTwoFactor } from './two-factor/disable-two-factor.ts';
import { enableTwoFactor } from './two-factor/enable-two-factor.ts';
import { generateTwoFactor } from './two-factor/generate-two-factor.ts';
import { regenerateRecoveryCodes } from './two-factor/regenerate-recovery-codes.ts';
import { resendTwoFactor } from './two-factor/resend-two-factor.ts';
import { showTwoFactor } from './two-factor/show-two-factor.ts';
import { verifyTwoFactor } from './two-factor/verify-two-factor.ts';
import { confirmEmailChange } from './users/confirm-email-change.ts';
import { confirmEmailChangeElsewhere } from './users/confirm-email-change-elsewhere.ts';
import { confirmEmail } from './users/confirm-email.ts';
import { confirmEmailElsewhere } from './users/confirm-email-elsewhere.ts';
import { disownAccount } from './users/disown-account.ts';
import { currentUser } from './users/current-user.ts';
import { deleteAccount } from './users/delete-account.ts';
import { exportData } from './users/export-data.ts';
import { logIn } from './users/log-in.ts';
import { logOut } from './users/log-out.ts';
import {
  cancelEmailChange,
  resendEmailChange,
  showPendingEmailChange,
} from './users/pending-email-change.ts';
import { requestEmailChange } from './users/request-email-change.ts';
import { requestVerification } from './users/request-verification.ts';
import { resendVerification } from './users/resend-verification.ts';
import { signUp } from './users/sign-up.ts';
import { coingateCallback } from './webhooks/coingate.ts';
import { paddleWebhook } from './webhooks/paddle.ts';
import { addWireguardConfig } from './wireguard-configs/add-wireguard-config.ts';
import { listWireguardConfigs } from './wireguard-configs/list-wireguard-configs.ts';
import { removeWireguardConfig } from './wireguard-configs/remove-wireguard-config.ts';
import { renameWireguardConfig } from './wireguard-configs/rename-wireguard-config.ts';

/** Every endpoint of the control plane. */
export const api = {
  signUp,
  logIn,
  logOut,
  currentUser,
  deleteAccount,
  exportData,
  resendVerification,
  requestVerification,
  confirmEmail,
  confirmEmailElsewhere,
  disownAccount,
  requestEmailChange,
  confirmEmailChange,
  confirmEmailChangeElsewhere,
  showPendingEmailChange,
  resendEmailChange,
  cancelEmailChange,
  requestPasswordReset,
  checkPasswordReset,
  confirmPasswordReset,
  changePassword,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  revokeAllSessions,
  createOneTimeToken,
  authenticateOneTimeToken,
  showTwoFactor,
  generateTwoFactor,
  enableTwoFactor,
  resendTwoFactor,
  confirmTwoFactor,
  verifyTwoFactor,
  disableTwoFactor,
  regenerateRecoveryCodes,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  signInWithPasskey,
  showTwoFactorPasskey,
  beginTwoFactorPasskey,
  verifyTwoFactorPasskey,
  listSocialNetworks,
  startSocialSignIn,
  finishSocialSignIn,
  relayAppleResponse,
  confirmSocialByPassword,
  requestSocialMail,
  confirmSocialByLink,
  listIdentities,
  startIdentityLink,
  removeIdentity,
  startDeviceAuthorization,
  pollDeviceAuthorization,
  showDeviceAuthorization,
  decideQuickLogin,
  listPlans,
  listPrices,
  showCoupon,
  createOrder,
  payOrder,
  showOrder,
  listCryptoCurrencies,
  showSubscription,
  showReferral,
  claimReferral,
  cancelSubscription,
  undoCancellation,
  draftPlanChange,
  confirmPlanChange,
  requestRefund,
  listPayments,
  showInvoice,
  openPortal,
  listServices,
  showService,
  noteService,
  swapAddress,
  rotateServicePassword,
  listStockRequests,
  addStockRequest,
  removeStockRequest,
  showResidentialData,
  changeResidentialDataSettings,
  showResidentialDataUsage,
  showResidentialProxy,
  changeResidentialProxySettings,
  showResidentialProxyUsage,
  listProxyUsers,
  addProxyUser,
  changeProxyUser,
  removeProxyUser,
  renewProxyPassword,
  testExit,
  callerAddress,
  listLocations,
  serverList,
  listFavoriteLocations,
  markFavoriteLocation,
  unmarkFavoriteLocation,
  listDevices,
  addDevice,
  renameDevice,
  removeDevice,
  issueTicket,
  listWireguardConfigs,
  addWireguardConfig,
  renameWireguardConfig,
  removeWireguardConfig,
  showOpenvpnCredentials,
  rotateOpenvpnCredentials,
  showOpenvpnProfile,
  chooseOpenvpnProfile,
  issueOpenvpnLogin,
  showCoverage,
  showStatus,
  showStatusHistory,
  statusFeed,
  enrolExit,
  issueExitTicket,
  renewExitCredential,
  showExit,
  changeExit,
  withdrawExit,
  enrolGateway,
  renewCertificate,
  showOwnNetworks,
  showPortForwarding,
  reportHealth,
  reserveQuota,
  reportUsage,
  followFeed,
  issueFeedCredential,
  showContactPuzzle,
  sendContact,
  postContactForm,
  listSupportTickets,
  sendSupportMessage,
  contactSales,
  showSupportAttachment,
  paddleWebhook,
  coingateCallback,
  sendSupportReport,
} as const;
