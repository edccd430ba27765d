import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { childOf } from '../../../test/child-of.ts';
import { carrierProgram } from '@comet/testing';
import { customer, exitAt, pepper } from '../../../test/proxy-field.ts';
import { Carrier } from './carrier.ts';
import { CarrierAccounts } from './carrier-accounts.ts';
import { OrderWriter } from './carrier-orders.ts';
import { quietEngine } from './engine.fake.ts';
import { Exit } from './exits.ts';
import { pickExit } from './pick-exit.ts';
import { Purse } from './purse.ts';
import { Turnstile } from './turnstile.ts';

test('customers that go, exits that go and purses that nobody pays from are forgotten', () => {
  const { customers, exits, purses } = quietEngine();
  const accounts = new CarrierAccounts(new OrderWriter(), () => undefined);
  customers.replaceAll(pepper.toString('base64url'), [customer(), customer({ username: 'other1' })]);
  exits.replaceAll([exitAt('127.0.0.11'), exitAt('127.0.0.12')]);
  for (const one of customers.all()) for (const exit of exits.all()) accounts.gatesOf(one, exit);
  const purse = purses.of('purse', 0);
  purse.credit('slice', 100);
  const id = accounts.idOfPurse(purse);
  expect(accounts.size).toBe(5);

  customers.remove('other1');
  exits.replaceAll([exitAt('127.0.0.12')]);
  expect(accounts.size).toBe(3);
  purses.report(59_999);
  expect(accounts.purse(id)).toBe(purse);
  purses.report(60_000);
  // What is lent comes back first.
  purse.returned(100);
  purses.report(60_001);
  expect(accounts.size).toBe(2);
});

test('a connection from an address of one’s own leaves nothing behind but its customer', () => {
  const parts = quietEngine();
  const accounts = new CarrierAccounts(new OrderWriter(), () => undefined);
  const route = { kind: 'address' as const, address: '127.0.0.11' };
  parts.customers.replaceAll(pepper.toString('base64url'), [customer({ route })]);
  for (const one of parts.customers.all())
    for (let connection = 0; connection < 3; connection += 1) {
      const picked = pickExit(parts, one, { country: null, city: null, session: null }, new Set());
      if (!picked.ok) throw new Error(picked.error);
      expect(accounts.gatesOf(one, picked.value.exit)).toEqual([1, 0]);
    }
  expect(accounts.size).toBe(1);
});

test('a purse is not given back while a connection that it is to pay is being made', () => {
  const { purses } = quietEngine();
  const purse = purses.of('purse', 0);
  purse.credit('slice', 100);
  purse.open();
  purses.report(120_000);
  expect(purses.of('purse', 120_000)).toBe(purse);
  purse.close(120_000);
  purses.report(180_000);
  expect(purses.of('purse', 180_000)).not.toBe(purse);
});

describe('the carrier', () => {
  test('has no more memory after a hundred thousand purses and gates than after the first of them', async () => {
    const exit = new Exit(exitAt('127.0.0.11'));
    const nobody = { draw: () => undefined, used: () => undefined };
    const { carrier } = await Carrier.open({
      ...{
        program: carrierProgram,
        host: '127.0.0.1',
        ports: [0, 0],
        user: null,
        tunnels: null,
        now: () => 0,
      },
      onHead: () => undefined,
      onHttp: () => ({ way: null, gone: () => undefined }),
      onTunnel: () => undefined,
      onTaken: () => undefined,
      onPassed: () => undefined,
      onEnd: () => undefined,
    });
    const pid = await childOf(process.pid, 'comet-carrier');

    const pages = async () => Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]);

    /** So many more, each thousand only when the last has been heard: what waits to be read is the same at any speed. */
    async function more(thousands: number): Promise<number> {
      for (let thousand = 0; thousand < thousands; thousand += 1) {
        for (let round = 0; round < 1_000; round += 1) {
          const purse = new Purse('purse', nobody, 0);
          const turnstile = new Turnstile(1_000);
          carrier.accounts.idOfPurse(purse);
          carrier.accounts.gatesOf({ turnstile }, exit);
          purse.settle();
          turnstile.end();
        }
        const last = new Purse('last', nobody, 0);
        last.credit('slice', 1);
        carrier.accounts.idOfPurse(last);
        const back = Promise.withResolvers<void>();
        last.wait({ onPurse: back.resolve });
        last.lapse('slice');
        await back.promise;
      }
      return ((await pages()) * 4_096) / 1_000_000;
    }

    const first = await more(5);
    // A purse and a gate that stayed would be more than a hundred bytes: ten megabytes.
    expect((await more(100)) - first).toBeLessThan(2);
    await carrier.finish();
  });
});
