import { customersTexts as texts } from '@comet/texts/operator-console';
import type { Tone } from '../page.ts';

/** The state of an account: its tone and words. */
export function customerState({
  verifiedAt,
  deletedAt,
}: {
  readonly verifiedAt: Date | null;
  readonly deletedAt: Date | null;
}): { readonly tone: Tone; readonly words: string } {
  if (deletedAt !== null) return { tone: 'bad', words: texts.deletedState };
  return verifiedAt === null
    ? { tone: 'neutral', words: texts.unconfirmedState }
    : { tone: 'good', words: texts.activeState };
}
