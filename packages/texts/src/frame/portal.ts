/** The way to Paddle's pages, where cards and addresses are kept. */
export const portalTexts = {
  openPortal: 'Open Paddle',
  updateCard: 'Update card',
} as const;
