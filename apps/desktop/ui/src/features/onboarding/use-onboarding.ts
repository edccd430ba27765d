import type { Snapshot } from '@comet/tunnel-protocol';
import { useCallback, useEffect, useState } from 'react';
import { nextState, type OnboardingState, type OnboardingStep, steps } from './onboarding-step.ts';

const KEY = 'onboarding';

/** Stores on this computer whether the introduction is over. */
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

/** The introduction and its current card. A snapshot of null or undefined as in `useSnapshot`. */
export function useOnboarding(snapshot: Snapshot | null | undefined): Onboarding {
  const [stored, setStored] = useState<OnboardingState>(() =>
    localStorage.getItem(KEY) === 'done' ? 'done' : 'welcome',
  );
  const state = snapshot ? nextState(stored, snapshot) : stored;
  // The reached state is stored, so that a tunnel that ends later does not open the last card again.
  if (state !== stored) setStored(state);
  useEffect(() => {
    if (state === 'done') storeOnboarding(true);
  }, [state]);
  const move = (by: 1 | -1) => {
    if (state !== 'done') setStored(steps[steps.indexOf(state) + by] ?? state);
  };
  // Without an account, blocked traffic can be unblocked on the screen before the sign-in.
  const isHeld = snapshot?.account === null && snapshot.tunnel.state === 'error';
  return {
    step: !snapshot || state === 'done' || isHeld ? null : state,
    next: () => move(1),
    back: () => move(-1),
    skip: useCallback(() => setStored('done'), []),
  };
}
