/** What became of asking everything back. */
export const refundStateTexts = {
  pendingTitle: 'Refund asked for',
  pending: 'Paddle decides about {amount}. Comet works until then.',
  rejectedTitle: 'Refund not approved',
  rejected:
    'Paddle has not approved the refund of {amount}, so your plan stays as it is. Contact support if that is wrong.',
} as const;
