import { createHash } from 'node:crypto';
import { type Revocation, revocationLines } from '@comet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RevocationDigest } from './revocation-digest.ts';

const digestOf = (revocations: Iterable<Revocation>, since: number) =>
  createHash('sha256').update(revocationLines(revocations, since)).digest('base64url');

/** Few subjects, slots and times, so that revocations supersede each other and expire. */
const revocation = fc.record({
  sub: fc.constantFrom('a', 'B', '-', '_', '0').map((letter) => letter.repeat(22)),
  slot: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
  notBefore: fc.integer({ min: 0, max: 120 }),
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), revocation }),
  fc.record({ kind: fc.constant('digest' as const), later: fc.integer({ min: 0, max: 20 }) }),
);

test('equals the digest over all revocations, after any sequence of additions and expiries', () => {
  fc.assert(
    fc.property(
      fc.array(revocation, { maxLength: 40 }),
      fc.array(step, { maxLength: 40 }),
      (first, steps) => {
        const running = new RevocationDigest(first);
        const all = [...first];
        let since = 0;
        for (const one of steps) {
          if (one.kind === 'add') {
            running.add(one.revocation);
            all.push(one.revocation);
          } else {
            since += one.later;
            expect(running.at(since)).toEqual({ since, digest: digestOf(all, since) });
          }
        }
        expect(running.at(since).digest).toBe(digestOf(all, since));
      },
    ),
  );
});

test('equals it with many revocations, of which some are added and expire one by one', () => {
  const one = (index: number): Revocation => ({
    ...{
      sub: createHash('md5')
        .update(`${index % 400}`)
        .digest('base64url'),
      slot: index % 7 === 0 ? null : index % 13,
    },
    notBefore: 1_000 + index,
  });
  const all = Array.from({ length: 500 }, (_, index) => one(index));
  const running = new RevocationDigest(all);
  for (let index = 500; index < 900; index += 1) {
    running.add(one(index));
    all.push(one(index));
    const since = 1_000 + index - 450;
    expect(running.at(since)).toEqual({ since, digest: digestOf(all, since) });
  }
});

test('is that of a set from which the database has deleted expired revocations', () => {
  const expired = { sub: 'a'.repeat(22), slot: 1, notBefore: 10 };
  const kept = { sub: 'b'.repeat(22), slot: null, notBefore: 20 };
  const before = new RevocationDigest([expired, kept]);
  before.at(0);
  expect(before.at(15)).toEqual(new RevocationDigest([kept]).at(15));
});

test('never goes back to an earlier time: what has expired there is gone', () => {
  const running = new RevocationDigest([{ sub: 'a'.repeat(22), slot: 1, notBefore: 10 }]);
  const later = running.at(15);
  expect(running.at(5)).toEqual(later);
});
