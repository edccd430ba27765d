import { SetDigest, subjectWith } from '@comet/admission';
import {
  type AccountRevocation,
  accountRevocationLine,
  type FeedMessage,
  feedMessage,
  grantLine,
  type Revocation,
} from '@comet/contract';
import { signDocument } from '@comet/admission';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fresh, heartbeat, line, revoke, signer, whole } from './feed-fixture.ts';
import { FeedState } from './feed-state.ts';
import { feedFile, replayFeed } from './feed.store.ts';
import { RevokedAccounts } from './revoked-accounts.ts';

const keys = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(43));

const account = fc.record({
  change: fc.integer({ min: 1, max: 12 }),
  keys: fc.subarray(keys, { minLength: 1 }),
  notBefore: fc.nat(100),
});

const revokeAccount = (revocation: AccountRevocation): FeedMessage => ({
  type: 'revoke_account',
  gateway: '*',
  cursor: revocation.change,
  revocation,
});

const beat = (
  cursor: number,
  accounts: readonly AccountRevocation[],
  { since = 0, revocations = [] as readonly Revocation[] } = {},
): FeedMessage => ({
  ...heartbeat(cursor, revocations, { since }),
  accounts: new SetDigest(accounts.map(accountRevocationLine)).value(),
});

/** Each change once, as in the database. */
const changes = fc.uniqueArray(account, { selector: ({ change }) => change, maxLength: 8 });

test('a ticket is revoked exactly if its subject is derived from a disclosed key of a later revocation', () => {
  fc.assert(
    fc.property(changes, fc.constantFrom(...keys), fc.nat(2), fc.nat(100), (all, key, slot, issuedAt) => {
      const expected = all.some((one) => one.keys.includes(key) && issuedAt < one.notBefore);
      const revoked = new RevokedAccounts('gw', [...all, ...all].toReversed());
      expect(revoked.covers({ sub: subjectWith(key, 'gw'), slot, issuedAt })).toBe(expected);
      expect(revoked.covers({ sub: subjectWith(key, 'other'), slot, issuedAt })).toBe(false);
    }),
  );
});

test('after any revocations, a restart and expiries, both ends agree on the digest', () => {
  fc.assert(
    fc.property(changes, fc.nat(8), fc.nat(100), (all, restartAt, since) => {
      let state = fresh();
      for (const [index, one] of all.entries()) {
        expect(state.receive(line(revokeAccount(one)), 2_000).ok).toBe(true);
        if (index === restartAt)
          state = new FeedState('gw', feedFile.parse(JSON.parse(JSON.stringify(state.toFile()))));
      }
      const kept = all.filter(({ notBefore }) => notBefore >= since);
      expect(state.receive(line(beat(20, kept, { since })), 2_000)).toEqual({
        ok: true,
        value: { kind: 'alive' },
      });
      const known = new Set(kept.flatMap((one) => one.keys));
      for (const key of keys)
        expect(state.revocations.covers({ sub: subjectWith(key, 'gw'), slot: 1, issuedAt: -1 })).toBe(
          known.has(key),
        );
    }),
    { numRuns: 40 },
  );
});

test('a revocation of an account ends its sessions by the subjects at this gateway, with the cause', () => {
  const state = fresh();
  const requestId = '0'.repeat(32);
  const revocation = { change: 3, keys: keys.slice(0, 2), notBefore: 50 };
  const derived = revocation.keys.map((key) => ({
    ...{ sub: subjectWith(key, 'gw'), slot: null, notBefore: 50 },
  }));
  const message: FeedMessage = { type: 'revoke_account', gateway: '*', cursor: 3, requestId, revocation };
  expect(state.receive(line(message), 2_000)).toEqual({
    ok: true,
    value: {
      ...{ kind: 'revoked', revocations: derived, change: { account: revocation } },
      ...{ withdrawn: null, requestId },
    },
  });
  expect(state.cursor).toBe(3);
  expect(state.revocations.all()).toEqual(derived);
});

test('a revocation of an account withdraws the credential that it names, also if it arrives twice', () => {
  const state = fresh();
  const [grant, other] = ['1', '2'].map((last) => ({
    ...{ kind: 'credential' as const, id: `00000000-0000-4000-8000-00000000000${last}` },
    verifier: last.repeat(43),
  }));
  if (grant === undefined || other === undefined) throw new Error('two credentials expected');
  const put = (cursor: number, of: typeof grant): FeedMessage => ({
    ...{ type: 'grant', gateway: '*', cursor, previous: cursor - 1, grant: of },
  });
  for (const [at, of] of [grant, other].entries())
    expect(state.receive(line(put(at + 1, of)), 2_000).ok).toBe(true);
  const revocation = { change: 3, keys, notBefore: 50 };
  const message: FeedMessage = {
    ...{ type: 'revoke_account', gateway: '*', cursor: 3, previous: 2, revocation, withdrawn: grant.id },
  };
  expect(state.receive(line(message), 2_000)).toMatchObject({ value: { withdrawn: grant } });
  expect([...state.grants.all()]).toEqual([other]);
  expect(state.receive(line(message), 2_000)).toMatchObject({ value: { withdrawn: null } });
  const grants = new SetDigest([grantLine(other)]).value();
  expect(state.receive(line({ ...beat(3, [revocation]), grants } as FeedMessage), 2_000).ok).toBe(true);
});

test('a missed or another revocation of an account is drift, which a snapshot repairs', () => {
  const state = fresh();
  const [one, other] = [1, 2].map((change) => ({ change, keys, notBefore: 50 + change })) as [
    AccountRevocation,
    AccountRevocation,
  ];
  expect(state.receive(line(revokeAccount(one)), 2_000).ok).toBe(true);
  const drift = { ok: false, error: 'drift' };
  expect(state.receive(line(beat(2, [one, other])), 2_000)).toEqual(drift);
  expect(state.receive(line(beat(2, [])), 2_000)).toEqual(drift);
  expect(
    state.receive(line({ ...whole, cursor: 2, revocations: [], accounts: [one, other] }), 2_000).ok,
  ).toBe(true);
  expect(state.receive(line(beat(2, [one, other])), 2_000).ok).toBe(true);
});

test('follows a control plane of the release before, which sends neither revocations of accounts nor their digest', () => {
  const state = fresh();
  const revocation = { sub: 'r'.repeat(22), slot: null, notBefore: 5 };
  expect(state.receive(line({ ...whole, cursor: 1, revocations: [] }), 2_000).ok).toBe(true);
  expect(state.receive(line(revoke(2, revocation)), 2_000).ok).toBe(true);
  expect(state.receive(line(heartbeat(2, [revocation])), 2_000).ok).toBe(true);
});

test('reads the saved state of the release before', () => {
  const { accounts, ...before } = fresh().toFile();
  expect(accounts).toEqual([]);
  expect(new FeedState('gw', feedFile.parse(before)).revocations.all()).toEqual([]);
});

test('the saved state can be read by the release before, without credentials of all gateways', () => {
  const credential = {
    ...{ kind: 'credential' as const, id: '00000000-0000-4000-8000-000000000001', verifier: 'v'.repeat(43) },
  };
  const state = fresh();
  state.receive(line({ type: 'grant', gateway: 'gw', cursor: 1, grant: credential }), 2_000);
  const saved = feedFile.parse(JSON.parse(JSON.stringify(state.toFile())));
  expect(saved.grants).toEqual([]);
  expect([...new FeedState('gw', saved).grants.all()]).toEqual([credential]);
  const replayed = replayFeed(feedFile.parse(fresh().toFile()), [
    { cursor: 1, broadcast: 1, receivedAt: 5, changes: [{ grant: credential }] },
  ]);
  expect([...new FeedState('gw', replayed).grants.all()]).toEqual([credential]);
});

test('an expired revocation that is replayed causes no drift', () => {
  const state = fresh();
  const expired = { change: 1, keys, notBefore: 5 };
  expect(state.receive(line(revokeAccount(expired)), 2_000).ok).toBe(true);
  expect(state.receive(line(beat(1, [], { since: 10 })), 2_000).ok).toBe(true);
  expect(state.receive(line(revokeAccount(expired)), 2_000).ok).toBe(true);
  expect(state.receive(line(beat(1, [], { since: 10 })), 2_000).ok).toBe(true);
});

test('only a revocation of an account may be addressed to all gateways, and it only to all', () => {
  const state = fresh();
  const before = JSON.stringify(state.toFile());
  const error = (message: unknown) => {
    const received = state.receive(signDocument('feed', signer, message), 2_000);
    return received.ok ? 'accepted' : received.error;
  };
  const wire = z.encode(feedMessage, revokeAccount({ change: 1, keys, notBefore: 5 }));
  expect(error({ ...wire, gateway: 'gw' })).toBe('malformed');
  const own = [beat(1, []), { ...whole, cursor: 1, revocations: [] }];
  for (const message of own) expect(error({ ...message, gateway: '*' })).toBe('other_gateway');
  expect(JSON.stringify(state.toFile())).toBe(before);
});
