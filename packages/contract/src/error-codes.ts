/**
 * Every failure the API can name: its HTTP status and its English words. The one list that the API answers from and
 * that `texts` takes its wording from. Wordings quoted by the product's specification are used to the letter.
 */
export const errorCodes = {
  validation_failed: { status: 422, text: 'Please check the marked fields' },
  malformed_body: { status: 400, text: 'The request body is not valid JSON' },
  malformed_request: { status: 400, text: 'The request could not be understood' },
  headers_too_large: { status: 431, text: 'The request has too many headers or too long ones' },
  request_timeout: { status: 408, text: 'The request took too long to arrive' },
  unsupported_media_type: { status: 415, text: 'The request body must be application/json' },
  body_too_large: { status: 413, text: 'The request body is too large' },
  method_not_allowed: { status: 405, text: 'This address does not answer that method' },
  unauthorized: { status: 401, text: 'Unauthorized. Please reload page to login again' },
  forbidden: { status: 403, text: 'You are not allowed to do this' },
  not_found: { status: 404, text: 'There is nothing at this address' },
  conflict: { status: 409, text: 'This was changed by another request. Reload and try again' },
  too_many_requests: { status: 429, text: 'Too many requests' },
  internal_error: { status: 500, text: 'Something went wrong' },
  service_unavailable: { status: 503, text: 'Comet is restarting. Try again in a moment' },
  idempotency_key_reused: {
    status: 409,
    text: 'This Idempotency-Key was already used for a different request',
  },
  wrong_credentials: { status: 422, text: 'Wrong username or password.' },
  authentication_failed: {
    status: 422,
    text: 'Authentication failed. Please log in and try again.',
  },
  current_password_wrong: { status: 422, text: 'The password you entered is not correct' },
  reauthentication_required: { status: 403, text: 'Sign in again to do this' },
  second_factor_required: { status: 403, text: 'Enter a two-factor code to do this' },
  two_factor_code_required: { status: 403, text: 'Enter your two-factor code to continue' },
  two_factor_code_wrong: { status: 422, text: 'The one time code you entered was incorrect.' },
  recovery_code_wrong: { status: 422, text: 'The recovery code you entered was incorrect.' },
  two_factor_on: { status: 409, text: 'Two-factor is on already' },
  two_factor_off: { status: 409, text: 'Two-factor is not on' },
  two_factor_not_begun: { status: 409, text: 'Begin by setting up an authenticator app' },
  passkey_failed: { status: 422, text: 'This passkey could not be verified. Try again' },
  passkey_ceremony_expired: { status: 410, text: 'That took too long. Try again' },
  passkey_unknown: { status: 422, text: 'This passkey is not known here. It may have been removed' },
  passkey_registered: { status: 409, text: 'This passkey is on an account already' },
  passkey_limit_reached: {
    status: 409,
    text: 'This account has ten passkeys. Remove one to add another',
  },
  account_deleted: {
    status: 403,
    text: 'This account was recently deleted. Please create a new one or contact support to recover old one.',
  },
  verification_password_required: {
    status: 403,
    text: 'Enter the password of this account to confirm its address',
  },
  link_invalid: { status: 404, text: 'Invalid confirmation link.' },
  link_expired: { status: 410, text: 'Your email verification link has expired.' },
  confirmation_expired: { status: 410, text: 'This link has expired. Ask for a new one' },
  link_used: { status: 410, text: 'This link was already used.' },
  email_taken: { status: 409, text: 'Another account already confirmed this email address' },
  email_unverified: { status: 403, text: 'Confirm your email address first' },
  provider_not_offered: { status: 422, text: 'Signing in with this provider is not offered here' },
  provider_unavailable: {
    status: 503,
    text: 'The provider does not answer right now. Please try again later',
  },
  social_denied: { status: 422, text: 'You did not agree at the provider, so nothing was changed' },
  social_expired: { status: 410, text: 'This sign-in took too long or was already used. Start again' },
  social_other_browser: {
    status: 403,
    text: 'This was started in another browser. Open it there, or start again here',
  },
  identity_linked_elsewhere: {
    status: 409,
    text: 'This account at the provider is already connected to another Comet account',
  },
  last_way_in: {
    status: 409,
    text: 'This is the only way into your account. Set a password before you remove it',
  },
  subscription_required: { status: 403, text: 'This needs an active subscription' },
  subscription_exists: { status: 409, text: 'You already have a subscription' },
  subscription_in_app_store: {
    status: 409,
    text: 'You bought this plan in the App Store. Change or cancel it there',
  },
  subscription_in_play_store: {
    status: 409,
    text: 'You bought this plan in Google Play. Change or cancel it there',
  },
  subscription_prepaid: {
    status: 409,
    text: 'This plan is paid in advance. It does not renew, and cannot be changed before it ends',
  },
  subscription_locked: {
    status: 409,
    text: 'Your plan renews within the next half hour and cannot be changed right now. Try again after that',
  },
  subscription_cancelled: { status: 409, text: 'Your plan is cancelled. Undo that first' },
  undo_too_late: { status: 409, text: 'This plan has ended and cannot be continued. Choose a plan again' },
  payment_due: { status: 409, text: 'The last payment did not go through. Pay it first' },
  payment_declined: {
    status: 402,
    text: 'The payment was declined, so your plan stays as it was. Check the card on file and try again',
  },
  downgrade_refused: { status: 409, text: 'To change to a shorter plan, please contact support.' },
  plan_unchanged: { status: 409, text: 'You have this plan already' },
  plan_change_under_way: { status: 409, text: 'Your plan is being changed already' },
  refund_window_over: { status: 409, text: 'A refund is possible for 30 days after the first payment' },
  refund_by_support: {
    status: 409,
    text: 'This payment cannot be given back here. Please contact support',
  },
  refund_rejected: { status: 409, text: 'A refund was asked for and not approved. Please contact support' },
  nothing_to_refund: { status: 409, text: 'Nothing was charged that could be given back' },
  nothing_paid_yet: { status: 409, text: 'There is nothing to manage before the first payment' },
  order_not_payable: { status: 409, text: 'This order cannot be paid any more' },
  address_sold_out: { status: 409, text: 'No address is left in this country right now. Choose another one' },
  service_ended: { status: 409, text: 'This address cannot be extended any more. Order a new one' },
  coupon_unknown: { status: 422, text: 'There is no coupon with this code' },
  coupon_not_begun: { status: 422, text: 'This coupon is not valid yet' },
  coupon_ended: { status: 422, text: 'This coupon has ended' },
  coupon_other_plan: { status: 422, text: 'This coupon is for another plan' },
  coupon_used_up: { status: 409, text: 'This coupon was used as often as it may be' },
  coupon_used: { status: 409, text: 'You have used this coupon already' },
  coupon_first_purchase: { status: 422, text: 'This coupon is for a first purchase only' },
  payment_unavailable: {
    status: 503,
    text: 'Paddle is currently unavailable. Please try again later.',
  },
  product_not_found: {
    status: 422,
    text: 'No product found. Please check your information and try again.',
  },
  payment_not_started: { status: 502, text: 'Payment cannot be started. Please try again later.' },
  referral_code_unknown: { status: 422, text: 'There is no such code. Check it with your friend' },
  referral_own_code: { status: 422, text: 'This is your own code. It is for your friends' },
  referral_claimed: { status: 409, text: 'You have used a friend’s code already' },
  referral_too_late: { status: 409, text: 'A friend’s code counts before your first plan only' },
  signature_invalid: { status: 400, text: 'The signature of this notification is not valid' },
  device_limit_reached: {
    status: 409,
    text: 'Ten devices are connected to this account. Remove one to add another',
  },
  gateway_unavailable: { status: 409, text: 'This location is not available right now' },
  enrolment_token_invalid: { status: 403, text: 'This enrolment token is unknown, used or expired' },
  certificate_request_invalid: { status: 422, text: 'The certificate request is not valid' },
  authorization_pending: { status: 400, text: 'Waiting for approval in the dashboard' },
  slow_down: { status: 400, text: 'Asked too often. Waiting longer between tries' },
  authorization_denied: { status: 400, text: 'The sign-in was refused in the dashboard' },
  device_code_expired: { status: 400, text: 'The code has expired. Start again' },
  user_code_unknown: { status: 404, text: 'No device is waiting with this code' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** True for a code that this version of the contract knows. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
