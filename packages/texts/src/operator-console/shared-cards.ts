/** Cards that look alike, with which several accounts began trials or asked their money back. */
export const sharedCardsTexts = {
  headline: 'Shared cards',
  explanation:
    'Free trials and refunds of the last 12 months, where the cards of more than one account have the same brand, last four digits and expiry. Many cards do: this is a reason to look, and never one to refuse.',
  link: 'Trials and refunds with shared cards',
  card: 'Card',
  kind: 'What',
  account: 'Account',
  removed: 'removed',
  order: 'Order',
  when: 'When, UTC',
  kinds: { trial: 'free trial', refund: 'refund' },
  none: 'None.',
} as const;
