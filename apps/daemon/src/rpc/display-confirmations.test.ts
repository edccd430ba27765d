import { expect, test } from 'vitest';
import { createDisplayConfirmations } from './display-confirmations.ts';

/** A timer that the test controls. */
function byHand() {
  let pass: () => void = () => undefined;
  const showings = createDisplayConfirmations((_, callback) => {
    pass = callback;
    return () => undefined;
  });
  let done = false;
  return {
    showings,
    pass: () => pass(),
    ask: () => void showings.shown().then(() => (done = true)),
    done: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return done;
    },
  };
}

test('does not wait without clients that confirm snapshots', async () => {
  const hand = byHand();
  hand.ask();
  expect(await hand.done()).toBe(true);
});

test('waits until each client displays it', async () => {
  const hand = byHand();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hand.showings.add(one.promise);
  hand.showings.add(other.promise);
  hand.ask();
  one.resolve();
  expect(await hand.done()).toBe(false);
  other.resolve();
  expect(await hand.done()).toBe(true);
});

test('a hanging window does not delay disconnecting', async () => {
  const hand = byHand();
  hand.showings.add(new Promise(() => undefined));
  hand.ask();
  expect(await hand.done()).toBe(false);
  hand.pass();
  expect(await hand.done()).toBe(true);
});
