export const notFoundTexts = {
  screen: 'Not found',
  headline: 'Page not found',
  explanation: 'The page has moved, or the link is incomplete.',
  toHome: 'Go to home',
} as const;
