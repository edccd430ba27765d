import type { Letter } from '../../platform/mail/letter.ts';
import type { RemovalDates } from './removal-dates.ts';

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Tells the owner what was done, until when it can be undone and by whom. */
export function accountDeletedLetter(deletion: RemovalDates & { readonly at: Date }): Letter {
  const undo = day.format(deletion.recoverableUntil);
  return {
    subject: 'Your Comet account was deleted',
    preview: `It can be recovered until ${undo}.`,
    heading: 'Your account was deleted',
    paragraphs: [
      `Your account was deleted on ${day.format(deletion.at)}. Every session has ended, every device is disconnected, and nothing will be charged any more. Remaining days are forfeited.`,
      `Changed your mind? Reply to this mail until ${undo}, and support recovers the account. You will sign in again; days that were left do not come back.`,
      `After that your data is removed for good, at the latest on ${day.format(deletion.removedBy)}.`,
    ],
    footnote: `If it was not you, reply to this mail before ${undo}: the account can be recovered, and its password changed.`,
  };
}

/** Tells the owner that an operator has undone the deletion. */
export function accountRecoveredLetter(loginUrl: string): Letter {
  return {
    subject: 'Your Comet account is back',
    preview: 'Support has recovered it. Sign in to use it.',
    heading: 'Your account is back',
    paragraphs: [
      'Support has recovered your account. Sign in as before; sessions that had ended stay ended.',
      'Days that were left when the account was deleted were forfeited. Choose a plan to connect.',
    ],
    action: { label: 'Sign in', url: loginUrl },
    footnote: 'If you did not ask for this, reply to this mail.',
  };
}
