import { passwordLetters as texts } from '@comet/texts/letters';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

export function resetPasswordLetter(url: string): Letter {
  return wordLetter(texts.reset, {}, { url, priority: 'security' });
}

/** Tells the owner that the password is another one, and how to take it back. */
export function passwordChangedLetter(change: {
  readonly how: keyof typeof texts.happenings;
  /** Passkeys and providers sign in as before: whoever was here without the owner may have left one. */
  readonly hasOtherWaysIn: boolean;
  readonly client: CallingClient;
  readonly at: Date;
  readonly dashboardUrl: string;
}): Letter {
  const letter = wordLetter(texts.changed, texts.happenings[change.how], {
    facts: [deviceFact(change.client), timeFact(change.at)],
    url: `${change.dashboardUrl}/reset-password/`,
    priority: 'security',
  });
  if (!change.hasOtherWaysIn) return letter;
  return { ...letter, paragraphs: letter.paragraphs.toSpliced(1, 0, texts.otherWays) };
}
