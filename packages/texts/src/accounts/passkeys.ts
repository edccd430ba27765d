/** What can come between when a passkey is made or used. */
export const passkeyFailureTexts = {
  unsupported: 'This browser does not know passkeys. Use another one, or another way in.',
  cancelledMaking: 'No passkey was made: it was cancelled, or took too long.',
  cancelledUsing: 'No passkey was used: it was cancelled, took too long, or there is none on this device.',
  thereAlready: 'This device keeps a passkey for your account already.',
  address: 'Passkeys do not work at this address. Open the dashboard by its name.',
  noKeeper: 'This device cannot keep a passkey that opens with a finger, face or PIN.',
  device: 'The device that keeps your passkeys did not answer. Try again.',
} as const;

/** Passkeys in the settings. */
export const passkeysTexts = {
  heading: 'Passkeys',
  none: 'None yet',
  noneExplanation: 'Sign in with your finger, your face or a PIN. No password, no code.',
  another: 'Another one',
  anotherExplanation: 'Up to {limit}. A second one on another device keeps you in when the first is lost.',
  full: 'All {limit} in use. Remove one to add another.',
  add: 'Add a passkey',
  addTitle: 'Add a passkey',
  addExplanation: 'Your browser asks where to keep it and opens it with your finger, face or PIN.',
  continue: 'Continue',
  cancel: 'Cancel',
  added: '{name} was added.',
  synced: 'Synced',
  oneDevice: 'On one device',
  neverUsed: 'Added {date}, not used yet',
  used: 'Added {date}, last used {used}',
  remove: 'Remove',
  removeOf: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeExplanation: 'It signs in no more. Your device may go on listing it until you delete it there, too.',
  removeConfirm: 'Remove passkey',
  keep: 'Keep it',
  removed: '{name} was removed.',
  unsupported: 'This browser does not know passkeys.',
} as const;
