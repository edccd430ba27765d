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

test('a tunnel goes down in a trusted network, and comes back in the next that is none', () => {
  expect(networkWish({ ...facts, trusted: true, wanted: true })).toBe('disconnect');
  expect(networkWish({ ...facts, away: true })).toBe('connect');
});

test('auto-connect makes one wherever the network is not trusted', () => {
  expect(networkWish({ ...facts, autoConnect: true })).toBe('connect');
  expect(networkWish({ ...facts, autoConnect: true, trusted: true })).toBe('nothing');
  expect(networkWish(facts)).toBe('nothing');
});

test('nothing is ever taken down under lockdown, in a network that is not trusted, during a pause or for nobody', () => {
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
