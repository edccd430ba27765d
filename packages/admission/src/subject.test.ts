import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountKeyOf, deviceLoginKeyOf, type SubjectKeys, subjectOf, subjectWith } from './subject.ts';

const keys: SubjectKeys = { secret: new Uint8Array(32).fill(9), accountKeysFrom: 10 };

const name = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' });
const week = fc.integer({ min: 0, max: 20 });

test('a subject differs by account, gateway and week, and is otherwise constant', () => {
  const place = fc.record({ account: name, gateway: name, week });
  fc.assert(
    fc.property(place, place, (one, other) => {
      const of = (at: typeof one) => subjectOf(keys, at.account, at.gateway, at.week);
      const isSame =
        one.account === other.account && one.gateway === other.gateway && one.week === other.week;
      expect(of(one) === of(other)).toBe(isSame);
      expect(of(one)).toMatch(/^[\w-]{22}$/);
    }),
  );
});

test('an account key gives the subjects of its account and week at every gateway, and no others', () => {
  fc.assert(
    fc.property(name, name, name, week, week, (account, other, gateway, disclosedWeek, otherWeek) => {
      fc.pre(account !== other && disclosedWeek !== otherWeek);
      const disclosed = accountKeyOf(keys, account, disclosedWeek);
      const derived = subjectWith(disclosed, gateway);
      expect(derived === subjectOf(keys, account, gateway, disclosedWeek)).toBe(
        disclosedWeek >= keys.accountKeysFrom,
      );
      expect(derived).not.toBe(subjectOf(keys, other, gateway, disclosedWeek));
      expect(derived).not.toBe(subjectOf(keys, account, gateway, otherWeek));
    }),
  );
});

test('the key of devices’ logins gives no subject of a ticket, and differs by account and grant', () => {
  fc.assert(
    fc.property(name, name, fc.uuid(), fc.uuid(), name, week, (account, other, grant, later, gateway, at) => {
      fc.pre(account !== other && grant !== later);
      const key = deviceLoginKeyOf(keys, account, grant);
      expect(subjectWith(key, gateway)).not.toBe(subjectOf(keys, account, gateway, at));
      const others = [deviceLoginKeyOf(keys, other, grant), deviceLoginKeyOf(keys, account, later)];
      expect(new Set([key, ...others]).size).toBe(3);
    }),
  );
});

test('with the keys of all other accounts, the subjects of one account at two gateways match none of them', () => {
  const accounts = Array.from({ length: 50 }, (_, index) => `account-${index}`);
  const kept = accounts[0] ?? '';
  const disclosed = accounts.slice(1).map((account) => accountKeyOf(keys, account, 12));
  const derivable = new Set(
    disclosed.flatMap((key) => ['g1', 'g2'].map((gateway) => subjectWith(key, gateway))),
  );
  for (const account of accounts.slice(1))
    for (const gateway of ['g1', 'g2']) expect(derivable).toContain(subjectOf(keys, account, gateway, 12));
  for (const gateway of ['g1', 'g2']) expect(derivable).not.toContain(subjectOf(keys, kept, gateway, 12));
  // A gateway that uses a subject it has as a key learns no subject at another gateway.
  const atFirst = subjectOf(keys, kept, 'g1', 12);
  expect(subjectWith(atFirst, 'g2')).not.toBe(subjectOf(keys, kept, 'g2', 12));
});

test('subjects of weeks before account keys are those of earlier releases', () => {
  // Computed by the release before account keys.
  const secret = new Uint8Array(32).fill(9);
  expect(subjectOf({ secret, accountKeysFrom: 2 }, 'a', 'g', 1)).toBe('MCpZG6t--Gtkr1zHgjUjPA');
});
