import { userLetters as texts } from '@comet/texts/letters';
import type { Letter } from '../../platform/mail/letter.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

export function confirmAddressLetter(url: string): Letter {
  return wordLetter(texts.confirmAddress, {}, { url, priority: 'confirmation' });
}

export function accountExistsLetter(loginUrl: string): Letter {
  return wordLetter(texts.accountExists, {}, { url: loginUrl, priority: 'confirmation' });
}
