/** The link to the help center. */
export const helpLinkTexts = {
  title: 'Help',
  hint: 'Step by step, in your browser.',
} as const;
