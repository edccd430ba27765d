import { emailTime, factTexts, quickLoginEmails as texts } from '@comet/texts/emails';
import { type Email, timeFact, composeEmail } from '../../platform/mail/email.ts';

/** Notifies the owner of a device sign-in, so that phishing is noticed. `heldUntil`: as in the email about a new sign-in. */
export function deviceSignedInEmail(device: {
  readonly name: string;
  readonly network: keyof typeof texts.places;
  readonly at: Date;
  readonly heldUntil: Date | null;
  readonly sessionsUrl: string;
}): Email {
  const { name, network, at, heldUntil, sessionsUrl } = device;
  const facts = [
    { term: factTexts.terms.device, value: name },
    { term: factTexts.terms.place, value: texts.places[network] },
    timeFact(at),
  ];
  const more = { facts, url: sessionsUrl, priority: 'security' } as const;
  if (heldUntil === null) return composeEmail(texts.signedIn, { name }, more);
  return composeEmail(texts.lastSignedIn, { name, until: emailTime(heldUntil) }, more);
}
