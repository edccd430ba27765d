/** Pages about plans and payments. */
export const paymentPages = [
  {
    slug: 'change-plan',
    title: 'Change to a longer plan',
    summary: 'Pay the difference, keep the time you’ve paid for.',
    words: 'upgrade downgrade longer yearly two years price',
    related: ['invoice', 'cancel', 'payment-failed'],
  },
  {
    slug: 'cancel',
    title: 'Cancel your plan',
    summary: 'Two clicks. Comet works until the end of what you paid for.',
    words: 'cancel stop end subscription renewal unsubscribe',
    related: ['refund', 'delete-account', 'change-plan'],
  },
  {
    slug: 'refund',
    title: 'Get a refund',
    summary: 'All of your money, within 30 days of your first payment by card or PayPal.',
    words: 'refund money back guarantee return',
    related: ['cancel', 'invoice', 'delete-account'],
  },
  {
    slug: 'invoice',
    title: 'Find an invoice',
    summary: 'Every payment by card or PayPal has a PDF.',
    words: 'receipt bill tax vat pdf company',
    related: ['payment-failed', 'refund', 'change-plan'],
  },
  {
    slug: 'crypto',
    title: 'Pay with crypto',
    summary: 'More than 70 coins, paid in advance, with a 1% fee.',
    words: 'bitcoin ethereum coins coingate wallet',
    related: ['refund', 'change-plan', 'invoice'],
  },
  {
    slug: 'payment-failed',
    title: 'Fix a payment that failed',
    summary: 'Change the card and keep your connection.',
    words: 'card declined update past due paypal charge',
    related: ['invoice', 'cancel', 'crypto'],
  },
] as const;

/** Pages about signing in and the account itself. */
export const accountPages = [
  {
    slug: 'two-factor',
    title: 'Turn on two-factor',
    summary: 'A code from your phone at every sign-in.',
    words: '2fa totp authenticator recovery codes security',
    related: ['passkeys', 'lost-access', 'devices'],
  },
  {
    slug: 'passkeys',
    title: 'Sign in with a passkey',
    summary: 'Your fingerprint, face or PIN in place of a password.',
    words: 'passkey fingerprint face webauthn password',
    related: ['two-factor', 'lost-access', 'sign-in-device'],
  },
  {
    slug: 'lost-access',
    title: 'Get back into your account',
    summary: 'Forgotten password, lost phone, lost email address.',
    words: 'forgot password reset locked out recovery lost phone',
    related: ['two-factor', 'passkeys', 'change-email'],
  },
  {
    slug: 'change-email',
    title: 'Change your email address',
    summary: 'It takes effect when you confirm the new one.',
    words: 'email address account',
    related: ['lost-access', 'invoice', 'two-factor'],
  },
  {
    slug: 'devices',
    title: 'Remove or rename a device',
    summary: 'Free a slot, or cut off a device you lost.',
    words: 'device limit ten slots lost stolen rename revoke',
    related: ['sign-in-device', 'router', 'two-factor'],
  },
  {
    slug: 'delete-account',
    title: 'Delete your account',
    summary: 'With a copy of your data first, if you want one.',
    words: 'delete close erase export data gdpr',
    related: ['cancel', 'refund', 'lost-access'],
  },
] as const;
