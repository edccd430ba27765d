import { formatMoney, type Money } from '@comet/foundation';
import type { Letter } from '../../platform/mail/letter.ts';
import { dateText } from '../../platform/mail/letter-facts.ts';

/** A plan of a year or more renews within a week. */
export function renewalLetter(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly months: number;
  readonly homeUrl: string;
}): Letter {
  const [amount, at] = [formatMoney(given.amount), dateText(given.at)];
  return {
    subject: `Your Comet plan renews on ${at}`,
    preview: `${amount} is charged then, unless you cancel.`,
    heading: `Your plan renews on ${at}`,
    paragraphs: [
      `On ${at} your plan renews for ${given.months} months. The way you paid before is charged again.`,
      'If that is what you want, there is nothing to do. If not, cancel before that day, and nothing is charged.',
    ],
    facts: [
      { term: 'Plan', value: `Comet VPN, ${given.months} months` },
      { term: 'Price', value: `${amount}, tax not included` },
      { term: 'Date', value: at },
    ],
    action: { label: 'See or cancel your plan', url: given.homeUrl },
    footnote: 'You get this mail a week before a plan of a year or more renews.',
  };
}

/** A plan that was paid in crypto ends within a week, or within a day. */
export function endsLetter(given: {
  readonly at: Date;
  readonly isTomorrow: boolean;
  readonly payUrl: string;
}): Letter {
  const at = dateText(given.at);
  return {
    subject: given.isTomorrow ? 'Your Comet plan ends within a day' : `Your Comet plan ends on ${at}`,
    preview: 'You paid in crypto, so nothing renews by itself.',
    heading: `Your plan ends on ${at}`,
    paragraphs: [
      'You paid in crypto: nothing is charged, and nothing renews by itself.',
      'If you pay for the next plan in crypto before that day, it begins when this one ends, and no day is lost.',
    ],
    facts: [{ term: 'Ends', value: at }],
    action: { label: 'Pay for the next plan', url: given.payUrl },
    footnote: 'You get this mail a week and a day before a plan that was paid in crypto ends.',
  };
}

/** A plan that was paid in crypto has ended. */
export function endedLetter(given: { readonly at: Date; readonly payUrl: string }): Letter {
  return {
    subject: 'Your Comet plan has ended',
    preview: 'Your devices are disconnected. Pay for a new plan to go on.',
    heading: 'Your plan has ended',
    paragraphs: [
      `The time that you had paid for in crypto was over on ${dateText(given.at)}. Your devices do not connect any more.`,
      'Your account, your devices and your settings stay as they are. Pay for a plan, and everything works again.',
    ],
    action: { label: 'Choose a plan', url: given.payUrl },
    footnote: 'You get this mail once, when a plan that was paid in crypto ends.',
  };
}
