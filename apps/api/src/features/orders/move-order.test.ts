import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OrderStatus, type OrderStep, transition } from './move-order.ts';

const at = new Date('2026-11-21T12:00:00.000Z');
const steps = {
  open: { step: 'open', method: 'card', provider: 'paddle', at },
  pay: { step: 'pay', at },
  fail: { step: 'fail', reason: 'invalid' },
  lapse: { step: 'lapse' },
  cancel: { step: 'lapse', reason: 'canceled' },
  refund: { step: 'refund', at },
} satisfies Record<string, OrderStep>;
const walk = (names: readonly (keyof typeof steps)[]): OrderStatus =>
  names.reduce<OrderStatus>((status, name) => transition(status, steps[name]) ?? status, { state: 'draft' });

test.each([
  [['open'], { state: 'processing', method: 'card', provider: 'paddle', since: at }],
  [['open', 'pay'], { state: 'paid', at }],
  [['open', 'fail'], { state: 'failed', reason: 'invalid' }],
  [['open', 'lapse'], { state: 'expired' }],
  [['open', 'cancel'], { state: 'expired', reason: 'canceled' }],
  [['lapse'], { state: 'expired' }],
  [['open', 'pay', 'refund'], { state: 'refunded', at }],
] as const)('%j', (names, status) => {
  expect(walk(names)).toEqual(status);
});

test.each(['fail', 'lapse'] as const)('honours a payment that arrives after %s', (givenUp) => {
  expect(walk(['open', givenUp, 'pay'])).toEqual({ state: 'paid', at });
});

test('never pays an unopened order, and keeps a refunded order refunded', () => {
  expect(walk(['pay'])).toEqual({ state: 'draft' });
  expect(walk(['lapse', 'open'])).toEqual({ state: 'expired' });
  expect(walk(['open', 'pay', 'refund', 'pay'])).toEqual({ state: 'refunded', at });
});

test('never loses a payment, and is refunded only after a refund step', () => {
  const names = fc.array(fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(names, (walked) => {
      const { state } = walk(walked);
      const opened = walked.indexOf('open');
      const lapsedFirst = walked.indexOf('lapse') >= 0 && walked.indexOf('lapse') < opened;
      const paid = walked.indexOf('pay', opened);
      const wasPaid = opened >= 0 && !lapsedFirst && paid > opened;
      // A draft that lapsed before it was opened cannot be paid, but an expired order still accepts a payment.
      if (wasPaid) expect(['paid', 'refunded']).toContain(state);
      if (state === 'refunded') expect(walked).toContain('refund');
    }),
  );
});

test('ignores a repeated step', () => {
  for (const names of [['open'], ['open', 'pay'], ['open', 'pay', 'refund'], ['open', 'fail']] as const) {
    const step = steps[names.at(-1) ?? 'open'];
    expect(transition(walk(names), step)).toBeNull();
  }
});
