import { emailTime, plural, formatText, userEmails as texts } from '@comet/texts/emails';
import type { HeldSignIns } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

const sessionsOf = (dashboardUrl: string): string => `${dashboardUrl}/dash/settings/`;

/**
 * No location: no available source is reliable. `heldUntil` is the time of the summary of further sign-ins; null where each is reported
 * separately.
 */
export function newSignInEmail(signedIn: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly heldUntil: Date | null;
  readonly dashboardUrl: string;
}): Email {
  const facts = [deviceFact(signedIn.client), timeFact(signedIn.at)] as const;
  const [device, time] = facts;
  const values = { device: device.value, time: time.value };
  const more = { facts, url: sessionsOf(signedIn.dashboardUrl), priority: 'security' } as const;
  if (signedIn.heldUntil === null) return composeEmail(texts.newSignIn, values, more);
  return composeEmail(texts.lastNewSignIn, { ...values, until: emailTime(signedIn.heldUntil) }, more);
}

/** Lists the programs of the held sign-ins on new devices. */
export function heldSignInsEmail(given: {
  readonly held: readonly HeldSignIns[];
  readonly dashboardUrl: string;
}): Email {
  const { ofProgram, ...words } = texts.heldSignIns;
  const facts = given.held.map(({ client, count: signIns, lastAt }) => {
    const time = emailTime(new Date(lastAt));
    return {
      term: deviceFact(client).value,
      value: formatText(plural(signIns, ofProgram), { signIns, time }),
    };
  });
  const url = sessionsOf(given.dashboardUrl);
  return composeEmail(words, {}, { facts, url, priority: 'security' });
}
