import { customersTexts as texts } from '@comet/texts/operator-console';
import type { Tone } from '../page.ts';

/** The state of an account: its tone and label. */
export function customerState({
  verifiedAt,
  deletedAt,
  bannedAt,
}: {
  readonly verifiedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly bannedAt: Date | null;
}): { readonly tone: Tone; readonly label: string } {
  if (deletedAt !== null) return { tone: 'bad', label: texts.deletedState };
  if (bannedAt !== null) return { tone: 'bad', label: texts.bannedState };
  return verifiedAt === null
    ? { tone: 'neutral', label: texts.unconfirmedState }
    : { tone: 'good', label: texts.activeState };
}
