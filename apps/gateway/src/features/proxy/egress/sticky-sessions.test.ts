import { expect, test } from 'vitest';
import type { Targeting } from '../auth/username.ts';
import { StickySessions } from './sticky-sessions.ts';

const targeting: Targeting = {
  country: 'US',
  city: null,
  session: { name: 'abc', minutes: 10, ifGone: 'replace' },
};
const minute = 60_000;

test('a session keeps its exit for its lifetime, from its first connection', () => {
  const sessions = new StickySessions();
  expect(sessions.find('c', targeting, 0)).toBeNull();
  sessions.set('c', targeting, { exit: 'e', token: 't' }, 0);
  expect(sessions.find('c', targeting, 10 * minute - 1)).toMatchObject({ exit: 'e', token: 't' });
  expect(sessions.find('c', targeting, 10 * minute)).toBeNull();
  expect(sessions.previousExit('c', targeting)).toBe('e');
});

test('a replaced exit does not extend the session', () => {
  const sessions = new StickySessions();
  sessions.set('c', targeting, { exit: 'e', token: 't' }, 0);
  sessions.set('c', targeting, { exit: 'f', token: 'u' }, 9 * minute);
  expect(sessions.find('c', targeting, 9 * minute)).toMatchObject({ exit: 'f' });
  expect(sessions.find('c', targeting, 10 * minute)).toBeNull();
});

test('separates sessions by customer and by country', () => {
  const sessions = new StickySessions();
  sessions.set('c', targeting, { exit: 'e', token: 't' }, 0);
  expect(sessions.find('d', targeting, 0)).toBeNull();
  expect(sessions.find('c', { ...targeting, country: 'DE' }, 0)).toBeNull();
});

test('limits the sessions of a customer, and removes ended ones', () => {
  const sessions = new StickySessions();
  const named = (name: string): Targeting => ({
    ...targeting,
    session: { name, minutes: 10, ifGone: 'fail' },
  });
  for (let count = 0; count <= 10_000; count += 1)
    sessions.set('c', named(String(count)), { exit: 'e', token: 't' }, 0);
  expect(sessions.find('c', named('0'), 0)).toBeNull();
  expect(sessions.find('c', named('10000'), 0)).not.toBeNull();
  sessions.sweep(10 * minute + 3_600_001);
  expect(sessions.previousExit('c', named('10000'))).toBeNull();
});
