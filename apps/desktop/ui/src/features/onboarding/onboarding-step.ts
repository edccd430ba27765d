import type { Snapshot } from '@comet/tunnel-protocol';

/** The cards of the first start, in their order. */
export const steps = ['welcome', 'account', 'protection', 'connect'] as const;

export type OnboardingStep = (typeof steps)[number];

/** Where the first start is: a card, or over. */
export type OnboardingState = OnboardingStep | 'done';

/**
 * Returns where the first start is, from where it was. An account that is already signed in needs no introduction; one that signs in at its
 * card continues behind it; a connection ends it, and so does one that was refused, since home shows why.
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
