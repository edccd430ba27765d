/** What the app says about recommending Comet beside the dashboard's words. */
export const referralScreenTexts = {
  friends: 'Friends',
  loading: 'Fetching your link',
  unavailable: 'Your link cannot be fetched: {why}',
} as const;
