import { expect, test } from 'vitest';
import { readStoreSubscriptions } from './import-store-subscriptions.ts';

const entry = {
  account: 'ada@example.com',
  source: 'app_store',
  store_reference: '2000000123456789',
  plan: '12-months',
  started_at: '2026-11-21T12:00:00Z',
  active_until: '2027-11-21T12:00:00Z',
  renews: true,
};
const read = (...entries: object[]) => readStoreSubscriptions(JSON.stringify(entries));

test('reads a valid entry', () => {
  expect(read(entry)).toEqual([
    {
      account: 'ada@example.com',
      source: 'app_store',
      storeReference: '2000000123456789',
      planId: '12-months',
      startedAt: new Date('2026-11-21T12:00:00Z'),
      activeUntil: new Date('2027-11-21T12:00:00Z'),
      renews: true,
    },
  ]);
});

test.each([
  ['an unknown field', { ...entry, price: 1 }, 'Entry 1'],
  ['an unknown store', { ...entry, source: 'web' }, 'source'],
  ['an invalid date', { ...entry, started_at: '21.11.2026' }, 'started_at'],
  ['an end before its beginning', { ...entry, active_until: entry.started_at }, 'not after'],
  ['a reference with spaces', { ...entry, store_reference: 'a b' }, 'store_reference'],
])('refuses %s', (_what, wrong, words) => {
  expect(() => read(wrong)).toThrow(words);
});

test('reports every invalid and every duplicate entry', () => {
  expect(() => read(entry, {}, entry)).toThrow(/Entry 2.*\nEntry 3: .* stands in the file before/s);
  expect(() => readStoreSubscriptions('{}')).toThrow('isn’t a JSON array');
  expect(() => readStoreSubscriptions('x')).toThrow('isn’t JSON');
});
