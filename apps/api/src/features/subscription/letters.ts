import { formatMoney, type Money } from '@comet/foundation';
import type { Letter } from '../../platform/mail/letter.ts';

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A renewal was not paid. `until` is how long Comet goes on working. */
export function paymentFailedLetter(given: {
  readonly amount: Money;
  readonly until: Date;
  readonly billingUrl: string;
}): Letter {
  const until = day.format(given.until);
  return {
    subject: 'A payment for Comet did not go through',
    preview: `Comet keeps working until ${until}.`,
    heading: 'A payment did not go through',
    paragraphs: [
      `We could not charge ${formatMoney(given.amount)} for your plan. It is tried again over the next days.`,
      `Comet keeps working until ${until}. To be sure, check the card on file or give another one.`,
    ],
    action: { label: 'See payments', url: given.billingUrl },
    footnote: 'You get this mail because your plan renews by itself. You can cancel it at any time.',
  };
}

/** The plan does not renew any more. */
export function cancelledLetter(given: {
  readonly until: Date;
  readonly homeUrl: string;
  /** False where a payment was due: the provider has ended the subscription then. */
  readonly canBeUndone: boolean;
}): Letter {
  const until = day.format(given.until);
  return {
    subject: 'Your Comet plan is cancelled',
    preview: `It works until ${until}.`,
    heading: 'Your plan is cancelled',
    paragraphs: [
      `Nothing will be charged any more. Comet works until ${until}, on all your devices.`,
      given.canBeUndone
        ? 'If you change your mind, undo it before that day, and everything stays as it was.'
        : 'If you change your mind, choose a plan again; your account and your devices stay.',
    ],
    action: { label: 'See your plan', url: given.homeUrl },
    footnote: 'If you did not cancel it, change your password and reply to this mail.',
  };
}

/** The free days end, and the first charge comes. */
export function trialEndsLetter(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly homeUrl: string;
}): Letter {
  const at = day.format(given.at);
  return {
    subject: `Your free days end on ${at}`,
    preview: `${formatMoney(given.amount)} is charged then, unless you cancel.`,
    heading: `Your free days end on ${at}`,
    paragraphs: [
      `On ${at} your plan begins, and ${formatMoney(given.amount)} is charged.`,
      'If you do not want it, cancel before that day, and nothing is charged. Within 30 days of paying you get everything back.',
    ],
    action: { label: 'See your plan', url: given.homeUrl },
    footnote: 'You get this mail once, before the first charge.',
  };
}
