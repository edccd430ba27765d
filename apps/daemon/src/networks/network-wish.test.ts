import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NetworkFacts, networkWish } from './network-monitoring.ts';

const facts: NetworkFacts = {
  trusted: false,
  signedIn: true,
  lockdown: false,
  autoConnect: false,
  wanted: false,
  away: false,
  paused: false,
};

test('disconnects in a trusted network, and reconnects in the next untrusted one', () => {
  expect(networkWish({ ...facts, trusted: true, wanted: true })).toBe('disconnect');
  expect(networkWish({ ...facts, away: true })).toBe('connect');
});

test('auto-connects in every untrusted network', () => {
  expect(networkWish({ ...facts, autoConnect: true })).toBe('connect');
  expect(networkWish({ ...facts, autoConnect: true, trusted: true })).toBe('nothing');
  expect(networkWish(facts)).toBe('nothing');
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
      const wish = networkWish(given);
      if (given.lockdown || !given.trusted) expect(wish).not.toBe('disconnect');
      if (given.trusted) expect(wish).not.toBe('connect');
      if (given.paused || !given.signedIn) expect(wish).toBe('nothing');
    }),
  );
});
