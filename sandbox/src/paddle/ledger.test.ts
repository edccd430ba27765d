import { manualClock } from '@comet/foundation';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PaddleError } from './api/paddle-error.ts';
import { type InMemoryPaddle, createInMemoryPaddle } from './in-memory-paddle.ts';

const DAY = 86_400_000;
const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 70 }) }),
  fc.record({
    kind: fc.constantFrom('cancel' as const, 'undo' as const, 'upgrade' as const, 'fail' as const),
    days: fc.constant(0),
  }),
  fc.record({
    kind: fc.constantFrom('refund' as const, 'reject' as const, 'chargeback' as const, 'data' as const),
    days: fc.constant(0),
  }),
);

/** Applies one step; a step that Paddle rejects changes nothing. */
function applyStep(
  paddle: InMemoryPaddle,
  context: World,
  { kind, days }: { kind: string; days: number },
): void {
  try {
    if (kind === 'pass') paddle.advanceTime(new Date(paddle.now().getTime() + days * DAY));
    if (kind === 'cancel') paddle.cancel(context.subscriptionId);
    if (kind === 'undo') paddle.undoCancellation(context.subscriptionId);
    if (kind === 'upgrade') paddle.upgrade(context.subscriptionId, context.yearId);
    if (kind === 'fail') paddle.failNextCharges(1);
    const last = paddle.ledger().at(-1)?.transaction_id ?? '';
    if (kind === 'refund') paddle.decide(paddle.refund(last), 'approved');
    if (kind === 'reject') paddle.decide(paddle.refund(last), 'rejected');
    if (kind === 'chargeback') paddle.chargeBack(last);
    if (kind === 'data') paddle.buy({ priceId: context.dataId, quantity: 7, email: 'ada@example.com' });
  } catch (error) {
    if (!(error instanceof PaddleError)) throw error;
  }
}

interface World {
  readonly subscriptionId: string;
  readonly yearId: string;
  readonly dataId: string;
}

describe('the ledger', () => {
  test('match the events, and refunds never exceed payments', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const paddle = createInMemoryPaddle(manualClock(new Date('2026-11-01T00:00:00Z')));
        const month = paddle.sell({ cents: 1199, cycle: { interval: 'month', frequency: 1 } });
        const year = paddle.sell({ cents: 5988, cycle: { interval: 'year', frequency: 1 } });
        const dataId = paddle.sell({ cents: 100 }).id;
        const bought = paddle.buy({ priceId: month.id, email: 'ada@example.com' });
        const context = { subscriptionId: bought.subscriptionId ?? '', yearId: year.id, dataId };
        for (const each of steps) applyStep(paddle, context, each);

        const captured = new Map<string, number>();
        const back = new Map<string, number>();
        for (const { event_type: type, data } of paddle.takeEvents()) {
          const eventsDuring = data as { id: string; details: { totals: { grand_total: string } } } & {
            transaction_id: string;
            action: string;
            status: string;
            totals: { total: string };
          };
          if (type === 'transaction.completed')
            captured.set(eventsDuring.id, Number(eventsDuring.details.totals.grand_total));
          if (
            type.startsWith('adjustment.') &&
            eventsDuring.status === 'approved' &&
            eventsDuring.action !== 'credit'
          ) {
            back.set(
              eventsDuring.transaction_id,
              (back.get(eventsDuring.transaction_id) ?? 0) + Number(eventsDuring.totals.total),
            );
          }
        }
        for (const entry of paddle.ledger()) {
          expect(entry.captured).toBe(captured.get(entry.transaction_id));
          expect(entry.refunded + entry.charged_back).toBe(back.get(entry.transaction_id) ?? 0);
          expect(entry.refunded + entry.charged_back).toBeLessThanOrEqual(entry.captured);
        }
        expect(paddle.ledger()).toHaveLength(captured.size);
      }),
      { numRuns: 150 },
    );
  });
});
