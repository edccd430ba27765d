/** Choosing a plan in the app; it is paid in the browser. */
export const plansTexts = {
  explanation:
    'You pay in the browser, where you are signed in already. The whole price stands there before anything is charged.',
  continue: 'Continue in the browser',
  loading: 'Fetching the plans',
  unavailable: 'The plans cannot be fetched: {why}',
} as const;
