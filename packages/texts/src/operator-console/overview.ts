/** Open work, by kind: a count, the age of the oldest, and the oldest entries. */
export const overviewTexts = {
  headline: 'Inbox',
  work: { one: '{count} thing needs attention.', other: '{count} things need attention.' },
  noWork: 'Nothing needs attention.',
  /** The kinds of work of which there is none. */
  upToDate: 'Up to date',
  oldest: 'Oldest {time}',
  latest: 'Latest {time}',
  /** A count that has reached its limit. */
  atLeast: '{count}+',
  refunds: {
    headline: 'Refunds to approve',
    none: 'No refunds to approve.',
    link: 'Refunds to approve',
  },
  tickets: {
    headline: 'Tickets waiting',
    none: 'No customer is waiting for a reply.',
    link: 'All tickets',
  },
  payments: {
    headline: 'Stuck payments',
    none: 'All payments are up to date.',
    link: 'Stuck payments',
  },
  webhooks: {
    headline: 'Refused webhooks',
    none: 'No webhooks were refused in the last 24 hours.',
    link: 'Refused webhooks',
    times: { one: '{count} time', other: '{count} times' },
  },
  gateways: {
    headline: 'Gateways down',
    none: { one: 'The only gateway is online.', other: 'All {count} gateways are online.' },
    link: 'Fleet',
    /** Without any gateway, no customer can connect. */
    noneEnrolled: {
      headline: 'No gateways',
      explanation: 'Customers can’t connect until a gateway has enrolled.',
    },
  },
} as const;

/** Payments that did not complete by themselves. */
export const stuckPaymentsTexts = {
  headline: 'Stuck payments',
  explanation: 'Payments that didn’t complete on their own. An empty page is the normal state.',
  events: {
    headline: 'Notifications that can’t be processed',
    explanation: 'They’re retried at least every hour.',
    event: 'Event',
    error: 'Error',
    action: 'Action',
    retry: 'Retry now',
    retryAll: 'Retry all {type}',
    order: 'Order',
    tries: 'Attempts',
    received: 'Received',
    next: 'Next attempt',
    none: 'None.',
    failed: { one: 'Failed {count} time', other: 'Failed {count} times' },
  },
  orders: {
    headline: 'Orders in processing for more than {hours} hours',
    explanation: 'The provider has neither confirmed nor canceled them.',
    none: 'None.',
  },
  refunds: {
    headline: 'Refunds pending for more than {days} days',
    explanation: 'Paddle hasn’t approved or rejected them.',
    refund: 'Refund',
    amount: 'Amount',
    asked: 'Requested',
    none: 'None.',
  },
} as const;

/** Why one order's payment is stuck. */
export const stuckCauseTexts = {
  headline: 'At the provider',
  stuckHeadline: 'Why this payment is stuck',
  failed: {
    one: 'Event {event} ({type}) couldn’t be processed: {error}. Next attempt: {next}.',
    other: 'Event {event} ({type}) couldn’t be processed {count} times: {error}. Next attempt: {next}.',
  },
  now: 'now',
  noError: 'no error was recorded',
  mismatch:
    'The paid amount differs: {paid} was paid, the order is {total}. The customer received nothing for it.',
  unread: 'Event {event} ({type}) has arrived and is about to be processed.',
  waiting: 'Event {event} ({type}) has arrived and waits for transaction.completed.',
  noWebhook: 'No webhook from {provider} has arrived yet.',
  refused: {
    one: 'No webhook from {provider} has been accepted: {count} webhook was refused since checkout ({reason}).',
    other:
      'No webhook from {provider} has been accepted: {count} webhooks were refused since checkout ({reason}).',
  },
  notAsked: '{provider} hasn’t been queried yet: that happens two minutes after checkout.',
  noReply: '{provider} didn’t answer the last query ({reply}).',
  saysPaid: '{provider} has the payment ({reply}).',
  saysUnpaid: 'The order isn’t paid there ({reply}).',
  refund: 'Refund {refund} waits for Paddle’s decision since {time}.',
  providers: { paddle: 'Paddle', coingate: 'CoinGate' },
  noProvider: 'the provider',
  subscription: 'Subscription',
  customer: 'Customer at Paddle',
  event: 'Latest event',
  asked: 'Last queried',
  never: 'Not yet',
  fetch: 'Fetch from provider',
} as const;

/** Background jobs whose last attempt failed. */
export const failingJobsTexts = {
  headline: 'Failed jobs',
  explanation:
    'Background jobs whose last attempt failed. Those without an attempt left are kept for five days. A retry runs a job once, however often it’s pressed.',
  link: 'Failed jobs',
  job: 'Job',
  error: 'Error',
  attempts: 'Attempts',
  created: 'Created',
  next: 'Next attempt',
  noRetry: 'None left',
  action: 'Action',
  reason: 'Reason',
  discard: 'Discard',
  retryAll: 'Retry all of this kind',
  discardAll: 'Discard all of this kind',
  none: 'No failed jobs.',
} as const;

/** Rejected notifications of payment providers. */
export const refusedWebhooksTexts = {
  headline: 'Refused webhooks',
  explanation:
    'Payment notifications that were rejected in the last {days} days, by hour. Forgeries change nothing; a wrong secret or clock stops real payments.',
  byHour: 'By hour and reason',
  reason: 'Reason',
  meaning: 'What to do',
  count: 'Refused',
  latest: 'Latest',
  none: 'No webhooks were refused.',
  reasons: {
    paddle_signature_missing: 'Paddle: no signature',
    paddle_signature_malformed: 'Paddle: malformed signature',
    paddle_signature_stale: 'Paddle: signature too old',
    paddle_signature_future: 'Paddle: signature from the future',
    paddle_signature_wrong: 'Paddle: wrong signature',
    paddle_unreadable: 'Paddle: unknown format',
    coingate_token_wrong: 'CoinGate: wrong token',
  },
  meanings: {
    paddle_signature_missing: 'A forgery. Nothing to do.',
    paddle_signature_malformed: 'A forgery. Nothing to do.',
    paddle_signature_stale: 'A replay, or this server’s clock is ahead. Check NTP.',
    paddle_signature_future: 'This server’s clock is behind. Check NTP.',
    paddle_signature_wrong: 'A forgery, or a wrong PADDLE_WEBHOOK_SECRET. Compare it with Paddle.',
    paddle_unreadable: 'Paddle changed its format. Update Comet; Paddle repeats the notifications.',
    coingate_token_wrong: 'A forgery. Nothing to do.',
  },
} as const;
