import { expect, test } from 'vitest';
import {
  isRepeatable,
  missingSlots,
  planTaken,
  type PreauthorisationState,
} from './preauthorisation-plan.ts';

const state = (parts: Partial<PreauthorisationState> = {}): PreauthorisationState => ({
  ...{ isWithdrawn: false, hasQuota: true, hasCapacity: true, waiting: 0, target: 2 },
  ...parts,
});

test('reuses a request to an address, without a session, with a short head', () => {
  const request = { destination: { kind: 'ipv4' }, head: 'x'.repeat(2_048), hasSession: false } as const;
  expect(isRepeatable(request)).toBe(true);
  expect(isRepeatable({ ...request, destination: { kind: 'name' } })).toBe(false);
  expect(isRepeatable({ ...request, hasSession: true })).toBe(false);
  expect(isRepeatable({ ...request, head: `${request.head}x` })).toBe(false);
});

test('prepares the missing connections, as far as slots are free', () => {
  expect(missingSlots(state({ waiting: 3, target: 8 }), 10)).toBe(5);
  expect(missingSlots(state({ waiting: 3, target: 8 }), 4)).toBe(4);
  expect(missingSlots(state({ waiting: 9, target: 8 }), 4)).toBe(0);
  expect(missingSlots(state(), -1)).toBe(0);
});

test.each([{ isWithdrawn: true }, { hasQuota: false }, { hasCapacity: false }])(
  'prepares none with %o',
  (parts) => {
    expect(missingSlots(state(parts), 10)).toBe(0);
  },
);

test('doubles the number of waiting connections once half are taken, up to 64', () => {
  expect(planTaken(state({ waiting: 1 }))).toEqual({ withdraw: false, target: 4 });
  expect(planTaken(state({ waiting: 5, target: 8 }))).toEqual({ withdraw: false, target: null });
  expect(planTaken(state({ waiting: 32, target: 64 }))).toEqual({ withdraw: false, target: 64 });
});

test('withdraws without data or capacity', () => {
  expect(planTaken(state({ hasQuota: false })).withdraw).toBe(true);
  expect(planTaken(state({ hasCapacity: false })).withdraw).toBe(true);
});
