import { factTexts, letterDay, letterTime, say } from '@comet/texts/letters';
import type { CallingClient } from '../http/user-agent.ts';
import type { Letter } from './letter.ts';

type Fact = NonNullable<Letter['facts']>[number];

const { terms } = factTexts;

/** What something was done with: `Firefox on Linux`. */
export function deviceFact({ name, platform }: CallingClient): Fact {
  const program = name ?? factTexts.unknownProgram;
  const value =
    platform === null ? program : say(factTexts.programOn, { program, system: factTexts.systems[platform] });
  return { term: terms.device, value };
}

export function dateFact(at: Date): Fact {
  return { term: terms.date, value: letterDay(at) };
}

/** When: `21 November 2026 at 12:05 UTC`. A mail does not know the time zone of its reader. */
export function timeFact(at: Date): Fact {
  return { term: terms.time, value: letterTime(at) };
}
