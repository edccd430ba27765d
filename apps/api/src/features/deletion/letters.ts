import { deletionLetters as texts, letterDay, say } from '@comet/texts/letters';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';
import type { RemovalDates } from './removal-dates.ts';

/** Tells the owner what was done, until when it can be undone and how. */
export function accountDeletedLetter(
  deletion: RemovalDates & { readonly client: CallingClient; readonly at: Date },
): Letter {
  const undo = letterDay(deletion.recoverableUntil);
  const facts = [
    deviceFact(deletion.client),
    timeFact(deletion.at),
    { term: texts.undo, value: say(texts.until, { day: undo }) },
    { term: texts.removal, value: say(texts.by, { day: letterDay(deletion.removedBy) }) },
  ];
  return wordLetter(texts.deleted, { undo }, { facts, priority: 'security' });
}

/** Tells the owner that an operator has undone the deletion. */
export function accountRecoveredLetter(loginUrl: string): Letter {
  return wordLetter(texts.recovered, {}, { url: loginUrl, priority: 'security' });
}
