/** The state of a requested refund. */
export const refundStateTexts = {
  pendingTitle: 'Refund requested',
  pending: 'Paddle is reviewing your refund of {amount}. Comet keeps working in the meantime.',
  rejectedTitle: 'Refund declined',
  rejected:
    'Paddle declined your refund of {amount}, so your plan hasn’t changed. Contact support if you think that’s wrong.',
} as const;
