import type { Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { nextState, type OnboardingState, steps } from './onboarding-step.ts';

const scene = (name: string) => fixtures[name] as Snapshot;
const from = (states: readonly OnboardingState[], snapshot: Snapshot) =>
  states.map((state) => nextState(state, snapshot));

test('without an account, the cards stop at the sign-in', () => {
  expect(from([...steps, 'done'], scene('signed-out'))).toEqual([
    'welcome',
    'account',
    'account',
    'account',
    'done',
  ]);
});

test('shows no cards on a computer that is already signed in', () => {
  expect(nextState('welcome', scene('disconnected'))).toBe('done');
});

test('a sign-in at its card continues with the next card', () => {
  expect(from(['account', 'protection', 'connect', 'done'], scene('disconnected'))).toEqual([
    'protection',
    'protection',
    'connect',
    'done',
  ]);
});

test('a connection ends the introduction, and so does a refused one', () => {
  for (const name of ['connecting', 'connected', 'blocked', 'refused'])
    expect(nextState('connect', scene(name)), name).toBe('done');
  expect(nextState('protection', scene('connected'))).toBe('protection');
});
