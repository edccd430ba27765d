/** What operators did. */
export const auditTexts = {
  headline: 'Audit trail',
  explanation: 'The latest {count} of what was done by hand, here and by comet-ops.',
  when: 'When, UTC',
  who: 'Who',
  what: 'What',
  about: 'About',
  details: 'Details',
  none: 'Nothing yet.',
} as const;

/** Waiting work as large figures, each followed by its sentence. */
export const overviewTexts = {
  headline: 'What waits',
  tickets: { one: 'ticket waits for us', other: 'tickets wait for us' },
  orders: { one: 'order is being paid', other: 'orders are being paid' },
  heard: '{heard} of {all}',
  gateways: {
    one: 'gateway was heard of in the last {seconds} seconds',
    other: 'gateways were heard of in the last {seconds} seconds',
  },
} as const;
