/** Errors of creating or using a passkey. */
export const passkeyFailureTexts = {
  unsupported: 'This browser doesn’t support passkeys. Try another browser, or sign in another way.',
  cancelledMaking: 'No passkey was created: it was canceled or took too long.',
  cancelledUsing: 'No passkey was used: it was canceled, took too long, or there’s none on this device.',
  thereAlready: 'This device already has a passkey for your account.',
  address: 'Passkeys don’t work at this URL. Open the dashboard at its own domain.',
  noKeeper: 'This device can’t store a passkey that unlocks with a fingerprint, face or PIN.',
  device: 'The device with your passkeys didn’t respond. Try again.',
} as const;
