import { createHash } from 'node:crypto';
import { SetDigest } from '@comet/admission';
import { type Revocation, revocationLines } from '@comet/contract';
import { expect, test } from 'vitest';
import type { StoredChange } from './feed-pages.store.ts';
import { FollowedGateway } from './followed-gateway.ts';

const revocation = (slot: number): Revocation => ({ sub: 's'.repeat(22), slot, notBefore: 100 + slot });

const revoke = (cursor: number): StoredChange => ({
  ...{ cursor, requestId: null, previous: null, accountRevocation: null, grantId: null, grant: null },
  revocation: revocation(cursor),
});

const withdraw = (cursor: number): StoredChange => ({ ...revoke(cursor), revocation: null, grantId: 'g' });

const page = (cursor: number, ...changes: StoredChange[]) =>
  ({ kind: 'changes', changes, cursor, isComplete: true }) as const;

const digestOf = (...slots: number[]) => ({
  since: 0,
  digest: createHash('sha256')
    .update(revocationLines(slots.map(revocation)))
    .digest('base64url'),
});

function followed(cursor: number, ...slots: number[]): FollowedGateway {
  const gateway = new FollowedGateway();
  gateway.replace({ cursor, revocations: slots.map(revocation) });
  return gateway;
}

test('knows the digest at each cursor from its last change to the last read', () => {
  const gateway = followed(10, 1, 2);
  gateway.advance(10, page(20, revoke(15)));
  expect(gateway.revocationsAt(14, 0)).toBeNull();
  expect([15, 18, 20].map((cursor) => gateway.revocationsAt(cursor, 0))).toEqual([
    digestOf(1, 2, 15),
    digestOf(1, 2, 15),
    digestOf(1, 2, 15),
  ]);
  expect(gateway.revocationsAt(21, 0)).toBeNull();
});

test('applies each change once, whichever stream reads it', () => {
  const gateway = followed(10);
  gateway.advance(10, page(20, revoke(15)));
  gateway.advance(5, page(22, revoke(7), revoke(15), revoke(22)));
  gateway.advance(12, page(20, revoke(15)));
  expect(gateway.revocationsAt(22, 0)).toEqual(digestOf(15, 22));
});

test('is loaded again after a gap, and after changes that were not there before', async () => {
  const pages = [
    [25, page(30)],
    [5, page(20, revoke(15))],
  ] as const;
  for (const [from, read] of pages) {
    const gateway = followed(10);
    gateway.advance(10, page(20));
    gateway.advance(from, read);
    expect(gateway.revocationsAt(20, 0)).toBeNull();
    await gateway.load(() => Promise.resolve({ cursor: 40, revocations: [revocation(3)] }));
    expect(gateway.revocationsAt(40, 0)).toEqual(digestOf(3));
  }
});

test('applies the pages that were read while the state was being loaded', async () => {
  const gateway = new FollowedGateway();
  const read = Promise.withResolvers<{ cursor: number; revocations: Revocation[] }>();
  const loads = [gateway.load(() => read.promise), gateway.load(() => Promise.reject(new Error('twice')))];
  gateway.advance(30, page(42, revoke(35), revoke(42)));
  read.resolve({ cursor: 40, revocations: [revocation(35)] });
  await Promise.all(loads);
  expect(gateway.revocationsAt(42, 0)).toEqual(digestOf(35, 42));
});

test('a load that fails is repeated by the next one', async () => {
  const gateway = new FollowedGateway();
  await expect(gateway.load(() => Promise.reject(new Error('connection lost')))).rejects.toThrow('lost');
  await gateway.load(() => Promise.resolve({ cursor: 40, revocations: [] }));
  expect(gateway.revocationsAt(40, 0)).toEqual(digestOf());
});

test('the digest of its own grants is known until one of them changes', () => {
  const gateway = followed(10);
  const [digest, another] = [new SetDigest(['a']), new SetDigest(['b'])];
  expect(gateway.grantsAt('wireguard', 10)).toBeNull();
  gateway.recordGrants('wireguard', 10, digest);
  gateway.advance(10, page(20, revoke(15), { ...withdraw(16), previous: 2 }));
  expect([gateway.grantsAt('wireguard', 20), gateway.grantsAt('openvpn', 20)]).toEqual([digest, null]);
  gateway.advance(20, page(30, withdraw(25)));
  expect(gateway.grantsAt('wireguard', 30)).toBeNull();
  gateway.recordGrants('wireguard', 30, another);
  expect([gateway.grantsAt('wireguard', 24), gateway.grantsAt('wireguard', 30)]).toEqual([null, another]);
});
