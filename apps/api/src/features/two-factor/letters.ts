import { plural, say, twoFactorLetters as texts } from '@comet/texts/letters';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

/** What was done, from where and when. */
export interface Occasion {
  readonly client: CallingClient;
  readonly at: Date;
}

export function activateLetter(url: string): Letter {
  return wordLetter(texts.activate, {}, { url, priority: 'security' });
}

export function turnedOnLetter(dashboardUrl: string, occasion: Occasion): Letter {
  return wordLetter(texts.turnedOn, {}, aroundOf(dashboardUrl, occasion));
}

export function turnedOffLetter(dashboardUrl: string, occasion: Occasion): Letter {
  return wordLetter(texts.turnedOff, {}, aroundOf(dashboardUrl, occasion));
}

export function recoveryCodeUsedLetter(dashboardUrl: string, occasion: Occasion, left: number): Letter {
  const rest = left === 0 ? texts.noCodeLeft : say(plural(left, texts.codesLeft), { count: left });
  const advice = left > 3 ? rest : say(texts.makeNew, { rest });
  return wordLetter(texts.codeUsed, { rest, advice }, aroundOf(dashboardUrl, occasion));
}

export function newCodesLetter(dashboardUrl: string, occasion: Occasion): Letter {
  return wordLetter(texts.newCodes, {}, aroundOf(dashboardUrl, occasion));
}

const aroundOf = (dashboardUrl: string, { client, at }: Occasion) => ({
  facts: [deviceFact(client), timeFact(at)],
  url: `${dashboardUrl}/dash/settings/two-factor/`,
  priority: 'security' as const,
});
