import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NetworkActionInput, networkAction } from './network-monitoring.ts';

const facts: NetworkActionInput = {
  trusted: false,
  signedIn: true,
  lockdown: false,
  autoConnect: false,
  wanted: false,
  away: false,
  paused: false,
};

test('disconnects in a trusted network, and reconnects in the next untrusted one', () => {
  expect(networkAction({ ...facts, trusted: true, wanted: true })).toBe('disconnect');
  expect(networkAction({ ...facts, away: true })).toBe('connect');
});

test('auto-connects in every untrusted network', () => {
  expect(networkAction({ ...facts, autoConnect: true })).toBe('connect');
  expect(networkAction({ ...facts, autoConnect: true, trusted: true })).toBe('nothing');
  expect(networkAction(facts)).toBe('nothing');
});

test('never disconnects under lockdown, in an untrusted network, during a pause or without an account', () => {
  const any = fc.record({
    trusted: fc.boolean(),
    signedIn: fc.boolean(),
    lockdown: fc.boolean(),
    autoConnect: fc.boolean(),
    wanted: fc.boolean(),
    away: fc.boolean(),
    paused: fc.boolean(),
  });
  fc.assert(
    fc.property(any, (given) => {
      const action = networkAction(given);
      if (given.lockdown || !given.trusted) expect(action).not.toBe('disconnect');
      if (given.trusted) expect(action).not.toBe('connect');
      if (given.paused || !given.signedIn) expect(action).toBe('nothing');
    }),
  );
});
