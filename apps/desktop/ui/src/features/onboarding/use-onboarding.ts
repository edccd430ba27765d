import type { Snapshot } from '@comet/tunnel-protocol';
import { useCallback, useEffect, useState } from 'react';
import { nextState, type OnboardingState, type OnboardingStep, steps } from './onboarding-step.ts';

const KEY = 'onboarding';

/** Stores on this computer whether the first start is over. */
export function storeOnboarding(isOver: boolean): void {
  if (isOver) localStorage.setItem(KEY, 'done');
  else localStorage.removeItem(KEY);
}

export interface Onboarding {
  /** The card to show; null for none. */
  readonly step: OnboardingStep | null;
  readonly next: () => void;
  readonly back: () => void;
  readonly skip: () => void;
}

/** The first start: its present card. Null and undefined as of `useSnapshot`. */
export function useOnboarding(snapshot: Snapshot | null | undefined): Onboarding {
  const [stored, setStored] = useState<OnboardingState>(() =>
    localStorage.getItem(KEY) === 'done' ? 'done' : 'welcome',
  );
  const state = snapshot ? nextState(stored, snapshot) : stored;
  // What was reached stays: a tunnel that ends later does not open the last card again.
  if (state !== stored) setStored(state);
  useEffect(() => {
    if (state === 'done') storeOnboarding(true);
  }, [state]);
  const move = (by: 1 | -1) => {
    if (state !== 'done') setStored(steps[steps.indexOf(state) + by] ?? state);
  };
  // Blocked traffic without an account can be unblocked on the screen before the sign-in.
  const isHeld = snapshot?.account === null && snapshot.tunnel.state === 'error';
  return {
    step: !snapshot || state === 'done' || isHeld ? null : state,
    next: () => move(1),
    back: () => move(-1),
    skip: useCallback(() => setStored('done'), []),
  };
}
