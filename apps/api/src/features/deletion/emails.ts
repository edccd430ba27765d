import { deletionEmails as texts, emailDay, formatText } from '@comet/texts/emails';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';
import type { RemovalDates } from './removal-dates.ts';

/** Informs the owner of the deletion, the deadline for undoing it and how to undo it. */
export function accountDeletedEmail(
  deletion: RemovalDates & { readonly client: CallingClient; readonly at: Date },
): Email {
  const undo = emailDay(deletion.recoverableUntil);
  const facts = [
    deviceFact(deletion.client),
    timeFact(deletion.at),
    { term: texts.undo, value: formatText(texts.until, { day: undo }) },
    { term: texts.removal, value: formatText(texts.by, { day: emailDay(deletion.removedBy) }) },
  ];
  return composeEmail(texts.deleted, { undo }, { facts, priority: 'security' });
}

/** Informs the owner that an operator has undone the deletion. */
export function accountRecoveredEmail(loginUrl: string): Email {
  return composeEmail(texts.recovered, {}, { url: loginUrl, priority: 'security' });
}
