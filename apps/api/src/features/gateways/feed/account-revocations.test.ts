import { SetDigest, subjectWith } from '@comet/admission';
import { type AccountRevocation, accountRevocationLine } from '@comet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccountRevocations, withoutAccounts } from './account-revocations.ts';
import type { FeedPage, StoredChange } from './feed-pages.store.ts';

const keyOf = (letter: string) => letter.repeat(43);

const account = (change: number, notBefore: number): AccountRevocation => ({
  ...{ change, notBefore },
  keys: [keyOf('a'), keyOf('b')],
});

const stored = (cursor: number, accountRevocation: AccountRevocation | null): StoredChange => ({
  ...{ cursor, requestId: null, previous: cursor - 1, revocation: null, accountRevocation },
  ...{ grantId: null, grant: null },
});

/** The table of a database; the id of the last change is `top`. */
function table() {
  const rows: AccountRevocation[] = [];
  const state = { top: 0, reads: 0 };
  const accounts = new AccountRevocations((since) => {
    state.reads += 1;
    const read = { cursor: state.top, accounts: rows.filter(({ notBefore }) => notBefore >= since) };
    return Promise.resolve(read);
  });
  const changesAfter = (cursor: number) =>
    rows.filter(({ change }) => change > cursor).map((row) => stored(row.change, row));
  return { rows, state, accounts, changesAfter };
}

const digestOf = (rows: readonly AccountRevocation[], cursor: number, since: number) =>
  new SetDigest(
    rows.filter((row) => row.change <= cursor && row.notBefore >= since).map(accountRevocationLine),
  ).value();

test('the digest at any cursor is that of the revocations in force there, after any additions, expiries and gaps', async () => {
  const step = fc.record({
    added: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }),
    others: fc.nat(2),
    later: fc.integer({ min: 0, max: 10 }),
    behind: fc.integer({ min: 0, max: 5 }),
    isGap: fc.boolean(),
    isMeanwhile: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { rows, state, accounts, changesAfter } = table();
      let since = 0;
      let through = 0;
      accounts.advance(null, 0);
      for (const { added, others, later, behind, isGap, isMeanwhile } of steps) {
        since += later;
        // Broadcasts of the read, before or after the state was read.
        const loading = isMeanwhile ? accounts.load(since) : null;
        for (const notBefore of added) rows.push(account((state.top += 1), notBefore));
        state.top += others;
        accounts.advance(isGap ? null : changesAfter(through), state.top);
        through = state.top;
        await loading;
        await accounts.load(since);
        const cursor = Math.max(0, through - behind);
        expect(accounts.digestAt(cursor, since)).toEqual({ since, digest: digestOf(rows, cursor, since) });
        expect(accounts.digestAt(through + 1, since)).toBeNull();
      }
    }),
  );
});

test('reads the table once for any number of gateways', async () => {
  const { rows, state, accounts, changesAfter } = table();
  rows.push(account(1, 5), account(4, 6));
  state.top = 4;
  expect(accounts.digestAt(4, 0)).toBeNull();
  await Promise.all(Array.from({ length: 50 }, () => accounts.load(0)));
  rows.push(account(7, 8));
  accounts.advance(changesAfter(4), 9);
  await accounts.load(0);
  expect(state.reads).toBe(1);
  expect(accounts.digestAt(9, 0)?.digest).toBe(digestOf(rows, 9, 0));
});

test('is read again as a whole after the database was restored', async () => {
  const { rows, state, accounts } = table();
  rows.push(account(1, 5_000), account(4, 6_000));
  state.top = 4;
  await accounts.load(0);
  rows.splice(1, 1, { ...account(3, 7_000), keys: [keyOf('c')] });
  state.top = 3;
  accounts.advance(null, 3);
  expect(accounts.digestAt(3, 0)).toBeNull();
  await accounts.load(0);
  expect(accounts.digestAt(3, 0)?.digest).toBe(digestOf(rows, 3, 0));
});

test('a failed read is repeated by the next caller', async () => {
  let fails = true;
  const accounts = new AccountRevocations(() =>
    fails
      ? Promise.reject(new Error('no database'))
      : Promise.resolve({ cursor: 3, accounts: [account(3, 5)] }),
  );
  await expect(accounts.load(0)).rejects.toThrow('no database');
  fails = false;
  await accounts.load(0);
  expect(accounts.digestAt(3, 0)?.digest).toBe(digestOf([account(3, 5)], 3, 0));
});

test('a gateway of the release before gets a revocation for each of its subjects, in the order of the changes', () => {
  const own: StoredChange = { ...stored(3, null), previous: null, grantId: 'g' };
  const page: FeedPage = {
    ...{ kind: 'changes', changes: [own, stored(4, account(4, 6)), { ...own, cursor: 5 }] },
    ...{ cursor: 8, isComplete: true },
  };
  const older = withoutAccounts(page, 'gw');
  expect(older).toMatchObject({
    ...{ kind: 'changes', cursor: 8, isComplete: true },
    changes: [
      { cursor: 3, revocation: null },
      {
        ...{ cursor: 4, previous: null, accountRevocation: null },
        revocation: { sub: subjectWith(keyOf('a'), 'gw'), slot: null, notBefore: 6 },
      },
      {
        ...{ cursor: 4, previous: null, accountRevocation: null },
        revocation: { sub: subjectWith(keyOf('b'), 'gw'), slot: null, notBefore: 6 },
      },
      { cursor: 5, revocation: null },
    ],
  });
});
