import { api } from '@comet/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { buyAutomatically } from '../../src/features/automatic-purchases/charge-order.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { type PaidUser, processDeps } from './paid-user.ts';
import type { FakeBilling } from './fake-billing.ts';

export type ProviderCall = Exclude<keyof FakeBilling, 'made' | 'failNext' | 'decide'>;

/** A payment provider whose responses a test holds back. All calls are answered at the end of each test. The API may be started later. */
export function useHangingProvider(started: () => ApiUnderTest) {
  beforeAll(() =>
    started()
      .dependencies.db.updateTable('plans')
      .set({ paddlePriceId: 'pri_two_years' })
      .where('id', '=', '24-months')
      .execute(),
  );
  beforeEach(() => started().clock.advance(1000));

  let releaseCalls: () => void = () => undefined;
  /** Calls of a test. They are answered at its end at the latest. */
  const unanswered: Promise<unknown>[] = [];
  afterEach(async () => {
    releaseCalls();
    await Promise.allSettled(unanswered.splice(0));
    vi.restoreAllMocks();
  });
  /** The dependencies of reconciliation, support and automatic purchases. */
  const deps = () => ({ ...processDeps(started()), billing: started().billing, operator: 'ada' });

  return {
    deps,
    releaseCalls: () => releaseCalls(),
    begun<T>(call: Promise<T>): Promise<T> {
      unanswered.push(call);
      return call;
    },
    /** The provider responds only after `releaseCalls`; `when`: whether it handles the call before or after that. */
    hang(name: ProviderCall, when: 'before' | 'after' = 'before') {
      const responses = Promise.withResolvers<void>();
      releaseCalls = responses.resolve;
      const original = started().billing[name] as (...given: unknown[]) => Promise<unknown>;
      const calls = vi.spyOn(started().billing, name) as unknown as {
        mockImplementation(call: typeof original): void;
        readonly mock: { readonly calls: unknown[] };
      };
      calls.mockImplementation(async (...given) => {
        if (when === 'before') await responses.promise;
        const response = await original(...given);
        await responses.promise;
        return response;
      });
      return {
        count: () => calls.mock.calls.length,
        called: (times: number) =>
          vi.waitFor(() => expect(calls.mock.calls.length).toBeGreaterThanOrEqual(times), {
            timeout: 20_000,
            interval: 20,
          }),
      };
    },
    /** Simulates the death of the calling process: the provider responds to the next one, and the claim expires. */
    async endProcess(): Promise<void> {
      vi.restoreAllMocks();
      await sql`update orders set checkout_claimed_until = clock_timestamp() where checkout_claim is not null`.execute(
        started().dependencies.db,
      );
    },
    /** Returns the number of claimed orders. */
    async claims(): Promise<number> {
      const { rows } = await sql`select id from orders where checkout_claim is not null`.execute(
        started().dependencies.db,
      );
      return rows.length;
    },
    /** Returns the number of connections that are idle in a transaction. */
    async inTransaction(): Promise<number | undefined> {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(
        started().dependencies.db,
      );
      return rows[0]?.count;
    },
    /** Starts an automatic purchase of data, as a low balance does. */
    async placeOrder(user: PaidUser): Promise<void> {
      const body = { whenEmpty: 'block', automatic: { belowGigabytes: 1, gigabytes: 2 } } as const;
      await started().call(api.changeResidentialDataSettings, { body }, user);
      await started()
        .dependencies.db.updateTable('dataAccounts')
        .set({ toppingUpSince: started().clock.now() })
        .where('userId', '=', user.id)
        .execute();
    },
    /** Processes such a purchase. */
    buy: ({ id: userId }: PaidUser) =>
      buyAutomatically(deps(), { userId, product: 'residential_vpn' }).then(() => 'bought'),
  };
}
