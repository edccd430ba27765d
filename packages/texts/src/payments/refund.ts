/** Asking everything back. */
export const refundTexts = {
  title: 'Ask for your money back?',
  explanation:
    'Paddle looks at each refund, usually within two days. Comet works until it is approved, and ends then.',
  confirm: 'Ask for a refund',
  keep: 'Keep plan',
  asked: 'The refund is asked for. You hear by mail.',
} as const;
