import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import type { RemovalDates } from './removal-dates.ts';

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Tells the owner what was done, until when it can be undone and how. */
export function accountDeletedLetter(
  deletion: RemovalDates & { readonly client: CallingClient; readonly at: Date },
): Letter {
  const undo = day.format(deletion.recoverableUntil);
  return {
    subject: 'Your Comet account was deleted',
    preview: `It can be recovered until ${undo}.`,
    heading: 'Your account was deleted',
    paragraphs: [
      'Every session has ended, every device is disconnected, and nothing will be charged any more. Remaining subscription days are forfeited.',
      `To undo it, reply to this mail until ${undo}, and support recovers the account. You sign in again then; forfeited days do not come back.`,
    ],
    facts: [
      deviceFact(deletion.client),
      timeFact(deletion.at),
      { term: 'Undo', value: `Until ${undo}` },
      { term: 'Removal', value: `By ${day.format(deletion.removedBy)}` },
    ],
    footnote: `If it was not you, reply to this mail before ${undo}: support recovers the account, and you choose another password.`,
  };
}

/** Tells the owner that an operator has undone the deletion. */
export function accountRecoveredLetter(loginUrl: string): Letter {
  return {
    subject: 'Your Comet account is back',
    preview: 'Sign in to use it.',
    heading: 'Your account is back',
    paragraphs: [
      'Support has recovered your account. Sign in as before; sessions that had ended stay ended.',
      'Days that were left when the account was deleted are forfeited. Choose a plan to connect.',
    ],
    action: { label: 'Log in', url: loginUrl },
    footnote: 'If you did not ask for this, reply to this mail.',
  };
}
