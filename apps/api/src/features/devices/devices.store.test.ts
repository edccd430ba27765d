import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseSlot } from './devices.store.ts';

const held = (slot: number) => ({ slot, removedAt: null });
const freed = (slot: number, at: number) => ({ slot, removedAt: new Date(at) });

test('does not reuse a just released slot while others are free', () => {
  expect(chooseSlot([])).toBe(0);
  expect(chooseSlot([held(0), freed(1, 5)])).toBe(2);
});

test('chooses the slot released longest ago if all were used recently', () => {
  const past = Array.from({ length: 256 }, (_, slot) => freed(slot, slot === 77 ? 1 : 1000 + slot));
  expect(chooseSlot(past)).toBe(77);
});

test('chooses only free slots within bounds', () => {
  const slots = fc.array(
    fc.record({
      slot: fc.nat(255),
      removedAt: fc.option(fc.date({ noInvalidDate: true })),
    }),
    { maxLength: 400 },
  );
  fc.assert(
    fc.property(slots, (past) => {
      const taken = new Set(past.filter((one) => one.removedAt === null).map((one) => one.slot));
      const slot = chooseSlot(past);
      expect(slot === null ? taken.size === 256 : slot >= 0 && slot <= 255 && !taken.has(slot)).toBe(true);
    }),
  );
});
