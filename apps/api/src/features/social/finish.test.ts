import { expect, test } from 'vitest';
import { decide } from './finish.ts';

const email = 'ada@example.org';

test('a verified address without an account creates one', () => {
  expect(decide({ email, emailVerified: true }, false)).toEqual({ kind: 'create', email });
});

test('an account with the address is never opened without its owner', () => {
  const reason = 'account_exists';
  expect(decide({ email, emailVerified: true }, true)).toEqual({ kind: 'confirm', reason });
});

test('an unverified address has the same outcome with and without an account', () => {
  for (const hasAccount of [true, false]) {
    const unverified = decide({ email, emailVerified: false }, hasAccount);
    expect(unverified).toEqual({ kind: 'confirm', reason: 'email_unverified' });
    const missing = decide({ email: null, emailVerified: true }, hasAccount);
    expect(missing).toEqual({ kind: 'confirm', reason: 'email_missing' });
  }
});
