/** Requesting a full refund. */
export const refundTexts = {
  title: 'Request a refund?',
  explanation:
    'You get {amount} back, usually within two days. Comet works until it’s approved, then your plan ends.',
  confirm: 'Request refund',
  keep: 'Keep plan',
  asked: 'Refund requested. We’ll email you.',
} as const;
