import type { ResultOf } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { accountView } from './account-screen.tsx';

const activeUntil = '2027-03-14T12:00:00Z';
const active: ResultOf<'account'> = {
  email: 'ada@example.com',
  emailVerified: true,
  device: 'Desk',
  subscription: { state: 'active', activeUntil },
  status: 'active',
  plan: { months: 12 },
  activeUntil,
  renews: true,
  source: 'web',
};

test('active: allows connections and shows the renewal date', () => {
  expect(accountView(active)).toEqual({
    state: 'Active',
    allows: 'All your devices can connect.',
    needsPlan: false,
    rows: [
      { term: 'Plan', value: '12\u00a0months' },
      { term: 'Renews on', value: '14\u00a0March\u00a02027' },
    ],
  });
});

test('active without renewal or with an overdue payment: shows the end date', () => {
  const end = { term: 'Ends on', value: '14\u00a0March\u00a02027' };
  expect(accountView({ ...active, renews: false }).rows).toContainEqual(end);
  const owing = accountView({ ...active, subscription: { state: 'past_due', activeUntil } });
  expect(owing.rows).toContainEqual(end);
  expect(owing.allows).toContain('didn’t go through');
});

test('cancelled: allows connections until the end, and needs no plan before', () => {
  const view = accountView({ ...active, status: 'cancelled', renews: false, plan: { months: 1 } });
  expect(view).toMatchObject({ state: 'Cancelled', needsPlan: false });
  expect(view.allows).toContain('until your plan ends');
  expect(view.rows).toEqual([
    { term: 'Plan', value: '1\u00a0month' },
    { term: 'Ends on', value: '14\u00a0March\u00a02027' },
  ]);
});

test('inactive: needs a plan and shows none', () => {
  const none = { plan: null, activeUntil: null, renews: false, subscription: null } as const;
  const view = accountView({ ...active, ...none, status: 'inactive', source: 'app_store' });
  expect(view).toMatchObject({ state: 'Inactive', needsPlan: true, rows: [{ term: 'Plan', value: 'None' }] });
});

test('names the app store in which a plan is managed', () => {
  expect(accountView({ ...active, source: 'app_store' }).rows).toContainEqual({
    term: 'Bought in',
    value: 'App Store. Change or cancel it there.',
  });
});
