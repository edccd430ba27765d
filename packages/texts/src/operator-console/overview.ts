/** Actions of operators. */
export const auditTexts = {
  headline: 'Audit log',
  explanation: 'The latest {count} manual actions, here and in comet-ops.',
  when: 'Time (UTC)',
  who: 'Operator',
  what: 'Action',
  about: 'About',
  details: 'Details',
  none: 'No actions yet.',
} as const;

/** Open work as large figures, each followed by its label. */
export const overviewTexts = {
  headline: 'Inbox',
  tickets: { one: 'open ticket', other: 'open tickets' },
  orders: { one: 'order being processed', other: 'orders being processed' },
  heard: '{heard} of {all}',
  gateways: {
    one: 'gateway reporting (last {seconds} s)',
    other: 'gateways reporting (last {seconds} s)',
  },
} as const;
