/** Errors of creating or using a passkey. */
export const passkeyFailureTexts = {
  unsupported: 'This browser does not know passkeys. Use another one, or another way in.',
  cancelledMaking: 'No passkey was made: it was cancelled, or took too long.',
  cancelledUsing: 'No passkey was used: it was cancelled, took too long, or there is none on this device.',
  thereAlready: 'This device keeps a passkey for your account already.',
  address: 'Passkeys do not work at this address. Open the dashboard by its name.',
  noKeeper: 'This device cannot keep a passkey that opens with a finger, face or PIN.',
  device: 'The device that keeps your passkeys did not answer. Try again.',
} as const;
