import { formatMoney, type Money } from '@comet/foundation';
import { factTexts, letterDay, reminderLetters as texts, say } from '@comet/texts/letters';
import type { Letter } from '../../platform/mail/letter.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

/** A plan of a year or more renews within a week. */
export function renewalLetter(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly months: number;
  readonly homeUrl: string;
}): Letter {
  const { months } = given;
  const [amount, at] = [formatMoney(given.amount), letterDay(given.at)];
  const facts = [
    { term: texts.plan, value: say(texts.planOf, { months }) },
    { term: texts.price, value: say(texts.withoutTax, { amount }) },
    { term: factTexts.terms.date, value: at },
  ];
  return wordLetter(texts.renewal, { at, amount, months }, { facts, url: given.homeUrl });
}

/** A plan that was paid in crypto ends within a week, or within a day. */
export function endsLetter(given: {
  readonly at: Date;
  readonly isTomorrow: boolean;
  readonly payUrl: string;
}): Letter {
  const at = letterDay(given.at);
  const letter = wordLetter(
    texts.ends,
    { at },
    { facts: [{ term: texts.endTerm, value: at }], url: given.payUrl },
  );
  return given.isTomorrow ? { ...letter, subject: texts.endsTomorrow } : letter;
}

/** A plan that was paid in crypto has ended. */
export function endedLetter(given: { readonly at: Date; readonly payUrl: string }): Letter {
  return wordLetter(texts.ended, { at: letterDay(given.at) }, { url: given.payUrl });
}
