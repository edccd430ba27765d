/** Descriptions of the operations on support and webhooks, by operation id. */
export const support = {
  showContactPuzzle:
    'An ALTCHA challenge (version 2), signed: find a `counter` for which SHA-256 over salt, nonce and counter (32 bits, big-endian) begins with `key_prefix`. Any ALTCHA solver can be used, with the names in camelCase. It is valid from two seconds to one hour after the response, for one message.',
  sendContact: '`website` is a honeypot for bots and must be empty: messages that fill it are discarded.',
  postContactForm:
    'For pages without scripts: a form with the properties of `sendContact` and no puzzle. The browser is redirected to a page with the result.',
  listSupportTickets: 'Returns the latest ten conversations, oldest first.',
  sendSupportMessage:
    'Continues the latest conversation, or begins a new one 30 days after it was closed. At most three files of 4 MB together: PNG, JPEG, WebP, PDF or plain text. An account with an unconfirmed address sends no files, and few messages an hour: else `email_unverified`.',
  contactSales: 'Opens a conversation with sales.',
  showSupportAttachment: 'The file is always sent as a download.',
  sendSupportReport:
    'Opens a ticket with the report as a text file. At most 256,000 bytes of UTF-8 without control characters, and five reports of an account in 24 hours: else `too_many_reports`. An account with an unconfirmed address sends none: `email_unverified`.',
  paddleWebhook: 'For Paddle: the signature covers the exact bytes of the body.',
  coingateCallback:
    'For CoinGate: the callback contains the token of the order, whose state is then queried at CoinGate.',
} as const;
