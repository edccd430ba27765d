import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  counted,
  credited,
  isSpent,
  lapsed,
  limitOf,
  type Meter,
  newMeter,
  settled,
  usesOf,
  needsMore,
} from './meter.ts';

const step = fc.oneof(
  fc.record({ kind: fc.constant('draw' as const), bytes: fc.integer({ min: 1, max: 64_000_000 }) }),
  // The kernel also counts packets that it drops, so the count may exceed the leased bytes.
  fc.record({ kind: fc.constant('count' as const), more: fc.integer({ min: 0, max: 100_000_000 }) }),
  fc.record({ kind: fc.constant('settle' as const) }),
);

test('uses leases in order, to the byte, and never more than was leased', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let meter: Meter = newMeter('purse');
      const drawn: { slice: string; bytes: number }[] = [];
      const used = new Map<string, number>();
      for (const one of steps) {
        if (one.kind === 'draw') {
          const slice = { slice: String(drawn.length), bytes: one.bytes };
          drawn.push(slice);
          meter = credited(meter, slice);
        } else if (one.kind === 'count') meter = counted(meter, meter.used + one.more);
        else meter = settled(meter);
        for (const { slice, used: bytes } of usesOf(meter)) used.set(slice, bytes);
        const total = drawn.reduce((sum, { bytes }) => sum + bytes, 0);
        expect(limitOf(meter)).toBe(total);
        expect(meter.used).toBeLessThanOrEqual(total);
        expect([...used.values()].reduce((sum, bytes) => sum + bytes, 0)).toBe(meter.used);
        for (const [index, { slice, bytes }] of drawn.entries()) {
          const before = drawn.slice(0, index).reduce((sum, earlier) => sum + earlier.bytes, 0);
          expect(used.get(slice)).toBe(Math.max(0, Math.min(bytes, meter.used - before)));
        }
      }
    }),
  );
});

test('removes the unused bytes of lapsed leases, and does not change the others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 900 }), gone: fc.boolean() }), { maxLength: 6 }),
      fc.nat(5_000),
      (drawn, bytes) => {
        let meter: Meter = newMeter('purse');
        for (const [index, one] of drawn.entries())
          meter = credited(meter, { slice: String(index), bytes: one.bytes });
        meter = settled(counted(meter, bytes));
        const before = usesOf(meter);
        const gone = new Set(drawn.flatMap((one, index) => (one.gone ? [String(index)] : [])));
        const after = lapsed(meter, gone);
        expect(after.used).toBe(meter.used);
        expect(usesOf(after)).toEqual(before.filter(({ slice }) => !gone.has(slice)));
        const left = before.reduce(
          (sum, { slice, used }) => sum + (gone.has(slice) ? 0 : (drawn[Number(slice)]?.bytes ?? 0) - used),
          0,
        );
        expect(limitOf(after) - after.used).toBe(left);
      },
    ),
  );
});

test('a late or repeated count changes nothing', () => {
  const meter = counted(credited(newMeter('purse'), { slice: 'a', bytes: 1_000 }), 700);
  expect(counted(meter, 500)).toEqual(meter);
  expect(counted(meter, 700)).toEqual(meter);
});

test('requests more at half, and is empty only if the quota account is', () => {
  const meter = credited(newMeter('purse'), { slice: 'a', bytes: 1_000 });
  expect(needsMore(newMeter('purse'))).toBe(true);
  expect(needsMore(counted(meter, 500))).toBe(false);
  expect(needsMore(counted(meter, 501))).toBe(true);
  expect(isSpent(counted(meter, 2_000))).toBe(false);
  expect(isSpent({ ...counted(meter, 999), foundEmpty: true })).toBe(false);
  expect(isSpent({ ...counted(meter, 2_000), foundEmpty: true })).toBe(true);
});

test('does not charge packets that the kernel counted and dropped', () => {
  const exceeded = counted(credited(newMeter('purse'), { slice: 'a', bytes: 1_000 }), 90_000);
  const again = credited(exceeded, { slice: 'b', bytes: 500 });
  // A new kernel quota starts at the bytes really forwarded.
  expect(again.generation).toBe(exceeded.generation + 1);
  expect(again.used).toBe(1_000);
  const flowing = credited(counted(credited(newMeter('p'), { slice: 'a', bytes: 1_000 }), 600), {
    slice: 'b',
    bytes: 500,
  });
  expect(flowing.generation).toBe(1);
});
