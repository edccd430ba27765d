import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { makeSubject, type Subject } from '../operator/refusal-subject.ts';
import { ownedRowsOf, endpoints, example, post, authorizedCredentials } from './every-endpoint.ts';

let under: ApiUnderTest;
let subject: Subject;
beforeAll(async () => {
  under = await startApi();
  subject = await makeSubject(under);
});
afterAll(() => under.stop());

/** Fields of a mass-assignment attack. */
const extras = {
  id: '00000000-0000-7000-8000-000000000001',
  number: 'CV-000000',
  user_id: '',
  owner_id: '',
  is_admin: true,
  admin: true,
  role: 'admin',
  roles: ['admin'],
  email_verified: true,
  verified_at: '2020-01-01T00:00:00Z',
  emailVerified: true,
  verifiedAt: '2020-01-01T00:00:00Z',
  password_hash: 'none',
  passwordHash: 'none',
  is_limited: false,
  two_factor_enabled_at: null,
  deleted_at: null,
  state: 'paid',
  total: { amount: 0, currency: 'USD' },
  total_amount: 0,
  price_amount: 0,
  discount_percent: 100,
  trial_days: 9999,
  active_until: '2099-01-01T00:00:00Z',
  access_until: '2099-01-01T00:00:00Z',
  created_at: '2001-01-01T00:00:00Z',
  constructor: { prototype: { isAdmin: true } },
  __proto__: { isAdmin: true },
};

test('15.3.3: unknown fields in any body change nothing', async () => {
  const { db } = under.dependencies;
  const bystander = await makeUser(under);
  const before = await ownedRowsOf(under.dependencies, bystander.id);
  const planted = JSON.stringify({ ...extras, user_id: bystander.id, owner_id: bystander.id }).slice(1, -1);
  const user = await makeUser(under, { verified: false });
  for (const [name, endpoint] of endpoints) {
    // Deleting and revoking succeed; the additional fields must have no effect.
    if (endpoint.body === undefined || name === 'deleteAccount') continue;
    const request = example(
      subject,
      name,
      endpoint.caller === 'user' ? user : authorizedCredentials(subject, endpoint),
    );
    const fields = (request.body ?? '{}').slice(1, -1);
    const body = `{${[fields, planted, '"__proto__":{"isAdmin":true}'].filter((part) => part !== '').join(',')}}`;
    const response = await post(under, { ...request, body });
    expect({ name, failed: response.status >= 500 }).toEqual({ name, failed: false });
    expect(response.text).not.toContain(bystander.id);
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  expect(await ownedRowsOf(under.dependencies, bystander.id)).toBe(before);
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: user.id, verifiedAt: null, deletedAt: null, twoFactorEnabledAt: null });
  expect(row.passwordHash).toMatch(/^\$argon2id\$/);
  const orders = await db.selectFrom('orders').selectAll().where('userId', '=', user.id).execute();
  for (const order of orders) {
    expect(order).toMatchObject({
      state: 'draft',
      totalAmount: 5988,
      item: { priceAmount: 5988, trialDays: 0 },
    });
    expect(order.createdAt.getUTCFullYear()).toBe(2026);
    expect(order.number).not.toBe(extras.number);
  }
  expect(orders).toHaveLength(1);
  const made = await db.selectFrom('users').select('id').where('id', '=', extras.id).execute();
  expect(made).toEqual([]);
});
