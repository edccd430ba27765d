import { factTexts, quickLoginEmails as texts } from '@comet/texts/emails';
import { type Email, timeFact, composeEmail } from '../../platform/mail/email.ts';

/** Notifies the owner of a device sign-in, so that phishing is noticed. */
export function deviceSignedInEmail(device: {
  readonly name: string;
  readonly network: keyof typeof texts.places;
  readonly at: Date;
  readonly sessionsUrl: string;
}): Email {
  const { name, network, at, sessionsUrl } = device;
  const facts = [
    { term: factTexts.terms.device, value: name },
    { term: factTexts.terms.place, value: texts.places[network] },
    timeFact(at),
  ];
  return composeEmail(texts.signedIn, { name }, { facts, url: sessionsUrl, priority: 'security' });
}
