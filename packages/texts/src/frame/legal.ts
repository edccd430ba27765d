/** The names of the site's legal pages. */
export const legalTexts = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  /** Below the navigation. */
  pages: '{terms} {privacy}',
} as const;
