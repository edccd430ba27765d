import { expect, test } from 'vitest';
import { hasFreeSlot } from './connection-share.ts';

test('however many connections some hold, a customer with few finds a slot', () => {
  const most = 1_000;
  const open = new Map<string, number>();
  const all = () => [...open.values()].reduce((sum, one) => sum + one, 0);
  const tryOpen = (who: string): boolean => {
    const own = open.get(who) ?? 0;
    const may = hasFreeSlot({ own, all: all(), most }, () => open.size);
    if (may) open.set(who, own + 1);
    return may;
  };
  for (let turn = 0; turn < 2_000; turn += 1) tryOpen(`greedy ${turn % 40}`);
  expect(all()).toBeLessThanOrEqual(most / 2 + 40);
  for (let guest = 0; guest < 100; guest += 1) expect(tryOpen(`guest ${guest}`)).toBe(true);
  for (let turn = 0; turn < 2_000; turn += 1) tryOpen(`another ${turn}`);
  expect(all()).toBeLessThanOrEqual(most);
});

test('a single customer may use the whole shared half', () => {
  expect(hasFreeSlot({ own: 499, all: 499, most: 1_000 }, () => 1)).toBe(true);
  expect(hasFreeSlot({ own: 500, all: 500, most: 1_000 }, () => 1)).toBe(false);
});
