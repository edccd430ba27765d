/** The search field of every page and its results. */
export const searchTexts = {
  field: 'Search',
  placeholder: 'Email, order, gateway, ticket or transaction',
  headline: 'Search',
  results: { one: '{count} result for “{query}”', other: '{count} results for “{query}”' },
  truncated: 'The first {count} of each kind. Add characters to narrow it down.',
  kind: 'Type',
  found: 'Result',
  details: 'Details',
  none: 'Nothing found for “{query}”.',
  nothingAsked: 'What are you looking for?',
  youCan: 'You can search for:',
  hints: {
    email: 'An email address, or the start of one',
    order: 'An order ID, or its first {minLength} characters',
    gateway: 'A gateway’s city, country, location code or IP address: Amsterdam, nl-ams',
    ticket: 'A ticket ID or its last eight characters, or the email of its sender',
    transaction: 'A transaction, subscription, refund or CoinGate ID: txn_01h…',
  },
  kinds: {
    customer: 'Customer',
    order: 'Order',
    ticket: 'Ticket',
    gateway: 'Gateway',
    exit: 'Exit',
    upstream: 'Provider',
  },
} as const;
