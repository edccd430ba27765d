import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { childOf } from '../../../../test/child-of.ts';
import { relayProgram } from '@comet/testing';
import { customer, exitAt, pepper } from '../../../../test/proxy-fixture.ts';
import { Relay } from './relay.ts';
import { RelayAccounts } from './relay-accounts.ts';
import { CommandWriter } from './relay-commands.ts';
import { fakeEngine } from '../engine.fake.ts';
import { Exit } from '../egress/exits.ts';
import { pickExit } from '../egress/pick-exit.ts';
import { QuotaAccount } from '../quota/quota-account.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

test('removes the ids of removed customers and exits, and of unused quota accounts', () => {
  const { customers, exits, quotaAccounts } = fakeEngine();
  const accounts = new RelayAccounts(new CommandWriter(), () => undefined);
  customers.replaceAll(pepper.toString('base64url'), [customer(), customer({ username: 'other1' })]);
  exits.replaceAll([exitAt('127.0.0.11'), exitAt('127.0.0.12')]);
  for (const one of customers.all()) for (const exit of exits.all()) accounts.limitersOf(one, exit);
  const quotaAccount = quotaAccounts.of('purse', 0);
  quotaAccount.credit('slice', 100);
  const id = accounts.idOfQuotaAccount(quotaAccount);
  expect(accounts.size).toBe(5);

  customers.remove('other1');
  exits.replaceAll([exitAt('127.0.0.12')]);
  expect(accounts.size).toBe(3);
  quotaAccounts.report(59_999);
  expect(accounts.quotaAccount(id)).toBe(quotaAccount);
  quotaAccounts.report(60_000);
  // Delegated quota is returned first.
  quotaAccount.returned(100);
  quotaAccounts.report(60_001);
  expect(accounts.size).toBe(2);
});

test('keeps only the id of the customer after connections from a dedicated address', () => {
  const parts = fakeEngine();
  const accounts = new RelayAccounts(new CommandWriter(), () => undefined);
  const route = { kind: 'address' as const, address: '127.0.0.11' };
  parts.customers.replaceAll(pepper.toString('base64url'), [customer({ route })]);
  for (const one of parts.customers.all())
    for (let connection = 0; connection < 3; connection += 1) {
      const picked = pickExit(parts, one, { country: null, city: null, session: null }, new Set());
      if (!picked.ok) throw new Error(picked.error);
      expect(accounts.limitersOf(one, picked.value.exit)).toEqual([1, 0]);
    }
  expect(accounts.size).toBe(1);
});

test('keeps a quota account while a connection that uses it is being opened', () => {
  const { quotaAccounts } = fakeEngine();
  const quotaAccount = quotaAccounts.of('purse', 0);
  quotaAccount.credit('slice', 100);
  quotaAccount.open();
  quotaAccounts.report(120_000);
  expect(quotaAccounts.of('purse', 120_000)).toBe(quotaAccount);
  quotaAccount.close(120_000);
  quotaAccounts.report(180_000);
  expect(quotaAccounts.of('purse', 180_000)).not.toBe(quotaAccount);
});

describe('the relay', () => {
  test('uses no more memory after 100,000 quota accounts and rate limiters than after the first ones', async () => {
    const exit = new Exit(exitAt('127.0.0.11'));
    const noClient = { draw: () => undefined, used: () => undefined };
    const { relay } = await Relay.open({
      ...{
        program: relayProgram,
        host: '127.0.0.1',
        ports: [0, 0],
        user: null,
        tunnels: null,
        now: () => 0,
      },
      onHead: () => undefined,
      onHttp: () => ({ egress: null, gone: () => undefined }),
      onTunnel: () => undefined,
      onPreauthorisationTaken: () => undefined,
      onPreauthorisationEnded: () => undefined,
      onEnd: () => undefined,
    });
    const pid = await childOf(process.pid, 'comet-relay');

    const pages = async () => Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]);

    /** Adds thousands of accounts and limiters, waiting for a reply after each thousand, so that the unread commands are bounded. */
    async function more(thousands: number): Promise<number> {
      for (let thousand = 0; thousand < thousands; thousand += 1) {
        for (let round = 0; round < 1_000; round += 1) {
          const quotaAccount = new QuotaAccount('purse', noClient, 0);
          const rateLimiter = new RateLimiter(1_000);
          relay.accounts.idOfQuotaAccount(quotaAccount);
          relay.accounts.limitersOf({ rateLimiter }, exit);
          quotaAccount.settle();
          rateLimiter.end();
        }
        const last = new QuotaAccount('last', noClient, 0);
        last.credit('slice', 1);
        relay.accounts.idOfQuotaAccount(last);
        const back = Promise.withResolvers<void>();
        last.wait({ onQuota: back.resolve });
        last.lapse('slice');
        await back.promise;
      }
      return ((await pages()) * 4_096) / 1_000_000;
    }

    const first = await more(5);
    // 100,000 leaked pairs of more than 100 bytes would be 10 MB.
    expect((await more(100)) - first).toBeLessThan(2);
    await relay.finish();
  });
});
