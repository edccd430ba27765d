import { api } from '@comet/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { buyAutomatically } from '../../src/features/automatic-purchases/charge-order.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { type PaidUser, processDeps } from './paid-user.ts';
import type { FakeBilling } from './fake-billing.ts';

export type ProviderCall = Exclude<keyof FakeBilling, 'made' | 'failNext' | 'decide'>;

/** A payment provider that does not answer, at an API that is started before; every test ends with all its calls answered. */
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
  /** Calls that a test began. They are answered at its end at the latest. */
  const unanswered: Promise<unknown>[] = [];
  afterEach(async () => {
    releaseCalls();
    await Promise.allSettled(unanswered.splice(0));
    vi.restoreAllMocks();
  });
  /** What reconciliation, support and automatic purchases need. */
  const deps = () => ({ ...processDeps(started()), billing: started().billing, operator: 'ada' });

  return {
    deps,
    releaseCalls: () => releaseCalls(),
    begun<T>(call: Promise<T>): Promise<T> {
      unanswered.push(call);
      return call;
    },
    /** The provider handles the call, or has not received it yet, and does not answer until `releaseCalls`. */
    hang(name: ProviderCall, when: 'before' | 'after' = 'before') {
      const answers = Promise.withResolvers<void>();
      releaseCalls = answers.resolve;
      const original = started().billing[name] as (...given: unknown[]) => Promise<unknown>;
      const calls = vi.spyOn(started().billing, name) as unknown as {
        mockImplementation(call: typeof original): void;
        readonly mock: { readonly calls: unknown[] };
      };
      calls.mockImplementation(async (...given) => {
        if (when === 'before') await answers.promise;
        const answer = await original(...given);
        await answers.promise;
        return answer;
      });
      return {
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
    /** How many orders are claimed. */
    async claims(): Promise<number> {
      const { rows } = await sql`select id from orders where checkout_claim is not null`.execute(
        started().dependencies.db,
      );
      return rows.length;
    },
    /** How many connections of the API are in a transaction without a statement that runs. */
    async inTransaction(): Promise<number | undefined> {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(
        started().dependencies.db,
      );
      return rows[0]?.count;
    },
    /** Places an order of data that is to be charged to a plan, as is done when little is left. */
    async placeOrder(user: PaidUser): Promise<void> {
      const body = { whenEmpty: 'block', automatic: { belowGigabytes: 1, gigabytes: 2 } } as const;
      await started().call(api.changeResidentialDataSettings, { body }, user);
      await started()
        .dependencies.db.updateTable('dataAccounts')
        .set({ toppingUpSince: started().clock.now() })
        .where('userId', '=', user.id)
        .execute();
    },
    /** Works off such an order. */
    buy: ({ id: userId }: PaidUser) =>
      buyAutomatically(deps(), { userId, product: 'residential_vpn' }).then(() => 'bought'),
  };
}
