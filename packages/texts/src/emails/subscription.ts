import { plusTax } from '../payments/tax.ts';

/** Failed payments, cancellations and trials. */
export const subscriptionEmails = {
  paymentFailed: {
    subject: 'Your Comet payment didn’t go through',
    preview: 'Comet keeps working until {until}.',
    heading: 'Your payment didn’t go through',
    paragraphs: [
      'We couldn’t charge {amount} for your plan. We’ll retry over the next few days.',
      'Comet keeps working until {until}. To avoid losing access, check your payment method or add another one.',
    ],
    action: 'Update payment method',
    footnote: 'You’re receiving this because your plan renews automatically. You can cancel at any time.',
  },
  cancelled: {
    subject: 'Your Comet plan is canceled',
    preview: 'Comet works until {until}.',
    heading: 'Your plan is canceled',
    paragraphs: ['Comet works on all your devices until {until}. {effect}', '{regret}'],
    action: 'View your plan',
    footnote: 'If you didn’t cancel it, change your password and reply to this email.',
  },
  effects: {
    due: 'The {amount} due on {due} won’t be charged.',
    none: 'You won’t be charged again.',
  },
  regret: {
    undo: 'Changed your mind? Undo it before that day and your plan continues as before.',
    again: 'Changed your mind? Choose a plan again any time. We’ve kept your account and devices.',
  },
  /** Rows about a free trial. */
  terms: { freeUntil: 'Free until', firstPayment: 'First payment' },
  firstPaymentOf: `{amount} ${plusTax}, on {at}`,
  /** Beside the button of the email about a trial that has started. */
  viewOrCancel: 'View or cancel your plan',
  trialStarted: {
    subject: 'Your free days have started',
    preview: 'You’ll be charged {amount} on {at} unless you cancel.',
    heading: 'Your free days have started',
    paragraphs: [
      'Comet is free for you until {at}. Then your plan starts and you’ll be charged {amount}.',
      'To avoid being charged, cancel before that day: on your dashboard home, select Cancel, and confirm with Cancel renewal.',
    ],
    action: 'Connect a device',
    footnote: 'You’re receiving this because a free trial of a paid plan started on your account.',
  },
  trialEnds: {
    subject: 'Your free days end on {at}',
    preview: 'You’ll be charged {amount} unless you cancel.',
    heading: 'Your trial ends on {at}',
    paragraphs: [
      'On {at} your plan starts and you’ll be charged {amount}.',
      'If you don’t want it, cancel before that day and you won’t be charged. After you pay, you can get a full refund for 30 days, once in 12 months.',
    ],
    action: 'View or cancel your plan',
    footnote: 'We send this email once, before the first charge.',
  },
} as const;
