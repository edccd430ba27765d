export const notFoundTexts = {
  screen: 'Not found',
  headline: 'Nothing at this address',
  explanation: 'The page has moved, or the link was cut short on its way to you.',
  toHome: 'Go to home',
} as const;
