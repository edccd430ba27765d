import { expect, test } from 'vitest';
import { hasFreeSlot } from './process-slots.ts';

test('a customer with few connections gets a slot, however many connections others hold', () => {
  const max = 1_000;
  const open = new Map<string, number>();
  const all = () => [...open.values()].reduce((sum, one) => sum + one, 0);
  const tryOpen = (customer: string): boolean => {
    const own = open.get(customer) ?? 0;
    const isAllowed = hasFreeSlot({ own, all: all(), max }, () => open.size);
    if (isAllowed) open.set(customer, own + 1);
    return isAllowed;
  };
  for (let turn = 0; turn < 2_000; turn += 1) tryOpen(`greedy ${turn % 40}`);
  expect(all()).toBeLessThanOrEqual(max / 2 + 40);
  for (let guest = 0; guest < 100; guest += 1) expect(tryOpen(`guest ${guest}`)).toBe(true);
  for (let turn = 0; turn < 2_000; turn += 1) tryOpen(`another ${turn}`);
  expect(all()).toBeLessThanOrEqual(max);
});

test('a single customer may use the whole shared half', () => {
  expect(hasFreeSlot({ own: 499, all: 499, max: 1_000 }, () => 1)).toBe(true);
  expect(hasFreeSlot({ own: 500, all: 500, max: 1_000 }, () => 1)).toBe(false);
});
