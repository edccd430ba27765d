/** What the site's legal pages are called. */
export const legalTexts = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  /** Below the navigation. */
  pages: '{terms} {privacy}',
} as const;
