import type { Snapshot } from '@comet/tunnel-protocol';

/** The cards of the introduction, in order. */
export const steps = ['welcome', 'account', 'protection', 'connect'] as const;

export type OnboardingStep = (typeof steps)[number];

/** The current card, or `done`. */
export type OnboardingState = OnboardingStep | 'done';

/**
 * Returns the next state of the introduction. An account that is already signed in sees none; a sign-in at
 * its card continues with the next card; a connection ends the introduction, and so does a refused one, since
 * home shows the reason.
 */
export function nextState(
  state: OnboardingState,
  { account, tunnel }: Pick<Snapshot, 'account' | 'tunnel'>,
): OnboardingState {
  if (state === 'done') return state;
  if (account === null) return state === 'welcome' ? state : 'account';
  if (state === 'welcome') return 'done';
  if (state === 'account') return 'protection';
  const isOff = tunnel.state === 'disconnected' && tunnel.refusal === undefined;
  return state === 'connect' && !isOff ? 'done' : state;
}
