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
