/** Descriptions of the operations on accounts and sign-ins, by operation id. */
export const accounts = {
  signUp:
    'The response is the same whether or not the address has an account. The new account is unverified and owns nothing until the link of the verification mail is followed; an address belongs to the account that verifies it first.',
  logIn:
    'Returns an access token bound to the device in `App-Identifier`. Where two-factor is on and the device is not trusted, the token is limited: every operation except those of the second factor returns `two_factor_code_required`.',
  logOut: 'The token becomes invalid immediately; other sessions of the account continue.',
  currentUser: 'Returns the account that the access token belongs to.',
  deleteAccount:
    'Requires proof of identity: the password where the account has one, and a second factor where two-factor is on. Sessions, tunnels and subscription end immediately. Support can restore the account until `recoverable_until`; by `removed_by` all its data is removed.',
  exportData:
    'Requires proof of identity. Returns a ZIP archive with a JSON file for each kind of data. Passwords, secrets and their hashes are never included. An account gets one archive at a time, and at most ten a day.',
  resendVerification: 'Sends a new verification mail to the address of the account.',
  requestVerification:
    'The response and its timing are the same for every address: only the mailbox shows whether the address has an account. Mails a new link for the newest unverified account of the address.',
  confirmEmail:
    'Confirms the address on a device that has signed in to the account, such as the one that registered. On any other device it returns `verification_password_required`, and the link stays valid.',
  confirmEmailElsewhere:
    'Confirms the address on a device that has not signed in to the account, with its password, and returns an access token.',
  disownAccount:
    'For people who receive a verification mail without having registered. A confirmed account is kept: the response is `link_used`.',
  requestEmailChange:
    'Requires proof of identity. Mails a link to the new address and a notice to the current one. The response is the same whether or not the new address has an account.',
  confirmEmailChange:
    'Ends every session except the one that requested the change. On a device that has not signed in to the account it returns `verification_password_required`, and the link stays valid.',
  confirmEmailChangeElsewhere:
    'Confirms the new address on a device that has not signed in to the account, with its password.',
  showPendingEmailChange: '`pending` is null if no change waits for confirmation.',
  resendEmailChange:
    'The earlier link becomes invalid, and the new one is valid for 24 hours. The change still ends every session except the one that requested it.',
  cancelEmailChange: 'Idempotent: the mailed link becomes invalid.',
  requestPasswordReset:
    'The response and its timing are the same for every address: only the mailbox shows whether the address has an account.',
  checkPasswordReset: 'Does not use up the link. The token is in the body, which is not logged.',
  confirmPasswordReset:
    'Sets a new password by the link of a reset mail, once and within an hour, and ends every session. It does not sign in. A password that breaks a rule does not use up the link.',
  changePassword:
    'Ends every session except this one. Without `current_password` it sets the first password of an account that has none, in a session that began with a provider or a passkey less than ten minutes ago.',
  listSessions:
    'Lists the current session first. Approved sign-ins and one-time tokens that are still unused have `pending_until`.',
  revokeSession: 'The device of the session needs the second factor again at the next sign-in.',
  revokeOtherSessions: 'All remembered devices are forgotten.',
  revokeAllSessions: 'Ends the current session, too. All remembered devices are forgotten.',
  createOneTimeToken:
    'The desktop app opens the dashboard with this token as the query parameter `cometToken`. It works once, within 60 seconds.',
  authenticateOneTimeToken: 'Returns an access token for the device in `App-Identifier`.',
  showTwoFactor: 'Returns the state of two-factor authentication and the number of unused recovery codes.',
  generateTwoFactor: 'Replaces an unfinished set-up. Sign-ins need no code until the set-up is finished.',
  enableTwoFactor:
    'Checks a code of the authenticator app, mails the activation link and returns ten recovery codes. Only this response contains them.',
  resendTwoFactor: 'Sends the activation link again to the address of the account.',
  confirmTwoFactor: 'Turns two-factor on by the token of the activation link.',
  verifyTwoFactor:
    'Takes `code` or `recovery_code`. The token in the response replaces the limited token. With `remember`, sign-ins from this device need no code for 30 days.',
  disableTwoFactor:
    'Takes `code` or `recovery_code`. Deletes the secret, the recovery codes and the list of remembered devices.',
  regenerateRecoveryCodes: 'Takes `code` or `recovery_code`. All earlier recovery codes become invalid.',
  listPasskeys: 'Returns the passkeys of the account and their maximum number.',
  beginPasskey:
    'Requires proof of identity. Returns creation options (WebAuthn §5.1.9); the result is accepted for five minutes.',
  addPasskey:
    'Takes the credential that the browser created with the options. The passkey is named after its authenticator and can be renamed.',
  renamePasskey: 'Changes the display name of a passkey.',
  removePasskey: 'Requires proof of identity. The last sign-in method cannot be removed.',
  beginPasskeySignIn: 'Returns request options (WebAuthn §5.1.10) for any passkey of this site.',
  signInWithPasskey: 'A passkey counts as two factors: no code is required after it.',
  showTwoFactorPasskey: 'Returns whether the account of this limited token has a passkey.',
  beginTwoFactorPasskey: 'Returns request options for the passkeys of the account of this limited token.',
  verifyTwoFactorPasskey: 'The token in the response replaces the limited token.',
  listSocialNetworks: 'Returns the providers that are configured.',
  startSocialSignIn:
    'Returns the URL of the provider’s page. The sign-in is bound to the device in `App-Identifier`, works once and expires after ten minutes.',
  finishSocialSignIn:
    'Takes the parameters with which the provider sent the browser back. Works once, from the device that began the sign-in. A refusal is stored; while the provider is unreachable, the call can be retried.',
  relayAppleResponse:
    'Apple posts its response as a form. The browser is redirected to the dashboard with the same parameters; nothing is verified here.',
  confirmSocialByPassword:
    'Connects the provider to the account with the address that it supplied, with the password of that account, and signs in.',
  requestSocialMail:
    'The response is the same whether or not the address has an account. `email` is required only if the provider supplied no address.',
  confirmSocialByLink:
    'Works only on the device that began the sign-in, so that a link that another person requested connects nothing.',
  listIdentities: 'Returns the accounts at Google, Apple and Facebook that can sign in to this account.',
  startIdentityLink:
    'Requires proof of identity. Returns the URL of the provider’s page; `finishSocialSignIn` completes the connection.',
  removeIdentity: 'Requires proof of identity. The last sign-in method cannot be removed.',
  startDeviceAuthorization: 'RFC 8628 §3.1. `expires_in` and `interval` are in seconds.',
  pollDeviceAuthorization:
    'RFC 8628 §3.4. Poll every `interval` seconds: `authorization_pending` until the user has decided, `slow_down` when polled too often.',
  showDeviceAuthorization:
    'Returns what a user should check before approving: the device’s name and platform, its address and the time of the request.',
  decideQuickLogin: 'Approves or rejects the device that shows this code.',
} as const;
