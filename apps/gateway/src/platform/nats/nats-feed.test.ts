import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageOrder, type MessagePosition } from './nats-feed.ts';

test('skips changes through the cursor, and heartbeats before it', () => {
  const order = new MessageOrder(5);
  const isNext = (delivery: number, cursor: number, isHeartbeat = false) =>
    order.isNext({ delivery, cursor, isHeartbeat });
  expect(isNext(1, 4)).toBe(false);
  expect(isNext(2, 4, true)).toBe(false);
  expect(isNext(3, 5)).toBe(false);
  expect(isNext(4, 5, true)).toBe(true);
  expect(isNext(5, 7)).toBe(true);
  expect(isNext(6, 7)).toBe(false);
});

test('throws where messages are missing', () => {
  const order = new MessageOrder(5);
  order.isNext({ delivery: 1, cursor: 6, isHeartbeat: false });
  expect(() => order.isNext({ delivery: 3, cursor: 8, isHeartbeat: false })).toThrow('messages are missing');
});

test('applies each change once for any consumers that start too early and lose messages', () => {
  const consumers = fc.array(
    fc.record({ early: fc.nat(5), length: fc.integer({ min: 1, max: 20 }), lost: fc.option(fc.nat(20)) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), consumers, (count, opened) => {
      const changes = Array.from({ length: count }, (_, index) => 3 * index + 1);
      const applied: number[] = [];
      for (const { early, length, lost } of [...opened, { early: 2, length: count + 9, lost: null }]) {
        const cursor = applied.at(-1) ?? 0;
        const start = Math.max(0, changes.filter((one) => one <= cursor).length - early);
        const delivered = changes
          .slice(start, start + length)
          .map((at, index): MessagePosition => ({ delivery: index + 1, cursor: at, isHeartbeat: false }))
          .filter((_, index) => index !== lost);
        const order = new MessageOrder(cursor);
        try {
          for (const message of delivered) if (order.isNext(message)) applied.push(message.cursor);
        } catch {
          // The feed is opened again.
        }
      }
      expect(applied).toEqual(changes);
    }),
  );
});
