import { expect, test } from 'vitest';
import { planSlot, type SlotState } from './connection-limit.ts';

const slots = (customer: Partial<SlotState['customer']>, open = 0, active = 1): SlotState => ({
  customer: { open: 0, opening: 0, limit: 10, ...customer },
  process: { open, limit: 100, active: () => active },
});

test('takes a slot below the limit of the customer, counting connections that are opening', () => {
  expect(planSlot(slots({ open: 5, opening: 4 }))).toEqual({ kind: 'take' });
  expect(planSlot(slots({ open: 5, opening: 5 }))).toEqual({
    ...{ kind: 'reclaim', from: 'customer', refusal: 'too_many_connections' },
  });
});

test('reclaims from all customers where the process is full, after the limit of the customer', () => {
  expect(planSlot(slots({}, 100))).toEqual({ kind: 'reclaim', from: 'all', refusal: 'busy' });
  expect(planSlot(slots({ open: 10 }, 100))).toMatchObject({ refusal: 'too_many_connections' });
});

test('takes a slot of the reserved half only below the even share', () => {
  expect(planSlot(slots({ open: 4 }, 60, 10))).toEqual({ kind: 'take' });
  expect(planSlot(slots({ open: 5 }, 60, 10))).toMatchObject({ refusal: 'busy' });
});
