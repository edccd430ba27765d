import { api } from '@comet/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endServices, expireServices } from '../../src/features/dedicated-ips/index.ts';
import { type ApiUnderTest, makeGateway, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { type Begun, beginPaying, buy, refund, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const day = 86_400_000;

/** Returns the holder of each address, from the rows used for gateways and tickets. */
async function holders() {
  return under.dependencies.db
    .selectFrom('dedicatedIps')
    .innerJoin('services', 'services.id', 'dedicatedIps.serviceId')
    .select(['dedicatedIps.id', 'services.userId', 'services.id as serviceId'])
    .execute();
}

/** Returns the addresses and users in the gateways' grants. */
async function grantedAddresses() {
  const grants = await under.dependencies.db
    .selectFrom('gatewayGrants')
    .select(['terms', 'userId', 'gatewayId'])
    .where('kind', '=', 'proxy')
    .where('withdrawnAt', 'is', null)
    .execute();
  return grants.map(({ terms, userId, gatewayId }) => {
    const route = terms !== null && 'route' in terms ? terms.route : null;
    return { userId, at: `${gatewayId} ${route?.kind === 'address' ? route.address : ''}` };
  });
}

type Step =
  | { readonly act: 'buy' | 'extend' | 'swap' | 'refund' | 'look'; readonly customer: number }
  | { readonly act: 'abandon'; readonly customer: number }
  | { readonly act: 'wait'; readonly days: number };

const runs = 4;
const customer = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constantFrom('buy' as const, 'swap' as const, 'look' as const), customer }),
  fc.record({ act: fc.constantFrom('extend' as const, 'refund' as const, 'abandon' as const), customer }),
  fc.record({ act: fc.constant('wait' as const), days: fc.constantFrom(0, 1, 15, 29, 31, 40) }),
);

/** One customer has an address, swaps it and lets the other expire; both are quarantined, then the other customers buy them. */
const opening: readonly (readonly Step[])[] = [
  [{ act: 'buy', customer: 0 }],
  [{ act: 'swap', customer: 0 }],
  [
    { act: 'buy', customer: 1 },
    { act: 'swap', customer: 0 },
    { act: 'buy', customer: 2 },
    { act: 'wait', days: 40 },
    { act: 'wait', days: 31 },
  ],
  [
    { act: 'buy', customer: 1 },
    { act: 'buy', customer: 2 },
  ],
];

test('two customers never share an address, nor within thirty days, after any concurrent actions', async () => {
  let countries = 0;
  let reassigned = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 8 }),
      async (rounds) => {
        countries += 1;
        const email = (of: number) => String.fromCharCode(97 + (of % 26));
        const country = `${email(Math.floor(countries / 26))}${email(countries)}`;
        const gateway = await makeGateway(under);
        await stockAddresses(under, country, 2, gateway.id);
        const users = await Promise.all([1, 2, 3].map(() => makePaidUser(under)));
        const scenario: Scenario = { country, users, bought: new Map() };
        const lastHeld = new Map<string, { userId: string; until: number }>();
        const look = async () => {
          const now = under.clock.now().getTime();
          for (const { id, userId } of await holders()) {
            const last = lastHeld.get(id);
            if (last !== undefined && last.userId !== userId) {
              reassigned += 1;
              expect(now - last.until).toBeGreaterThanOrEqual(30 * day);
            }
            lastHeld.set(id, { userId, until: now });
          }
          const using = Map.groupBy(await grantedAddresses(), ({ at }) => at);
          for (const all of using.values()) expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
        };
        for (const round of [...opening, ...rounds]) {
          // Concurrent steps race with the jobs that end services. Time advances afterwards, or a signed notification would be dated in the
          // future.
          const concurrent = round.filter(({ act }) => act !== 'wait');
          let over = false;
          const acting = Promise.all([
            sweep(),
            end(),
            ...concurrent.map((one) => perform(one, scenario)),
          ]).finally(() => {
            over = true;
          });
          // Also checked during the steps.
          const watching = (async () => {
            while (!over) await look();
          })();
          await acting;
          await watching;
          await look();
          for (const one of round) if (one.act === 'wait') await perform(one, scenario);
          await look();
        }
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
  expect(reassigned).toBeGreaterThanOrEqual(runs);
  const swaps = await under.dependencies.db.selectFrom('addressSwaps').select('id').execute();
  expect(swaps.length).toBeGreaterThanOrEqual(runs);
}, 120_000);

/** The task of each minute; `end` is that of each second. */
async function sweep(): Promise<void> {
  await expireServices({ ...under.dependencies, revoke: under.revoke });
}

async function end(): Promise<void> {
  await endServices({ ...under.dependencies, revoke: under.revoke });
}

interface Scenario {
  readonly country: string;
  readonly users: readonly TestUser[];
  readonly bought: Map<number, Begun[]>;
}

/** Performs a step; a refused one (sold out, too soon, ended) changes nothing. */
async function perform(one: Step, { country, users, bought }: Scenario): Promise<void> {
  if (one.act === 'wait') {
    for (let left = one.days; left > 0; left -= 20) {
      under.clock.advance(Math.min(left, 20) * day);
      // Keeps the sessions from expiring.
      await Promise.all(users.map((user) => under.call(api.currentUser, {}, user)));
    }
    return sweep();
  }
  const user = users[one.customer] as TestUser;
  const request = { kind: 'dedicated_ip', type: 'dedicated', country, months: 1 } as const;
  const its = async () => (await holders()).find(({ userId }) => userId === user.id)?.serviceId;
  const refusable = (work: Promise<unknown>) => work.then(() => undefined).catch(ignoreRefusal);
  switch (one.act) {
    case 'buy':
      return refusable(
        buy(under, user, request).then((begun) =>
          bought.set(one.customer, [...(bought.get(one.customer) ?? []), begun]),
        ),
      );
    case 'abandon':
      return refusable(beginPaying(under, user, request));
    case 'extend': {
      const serviceId = await its();
      if (serviceId === undefined) return;
      return refusable(buy(under, user, { kind: 'dedicated_ip_extension', serviceId, months: 1 }));
    }
    case 'swap': {
      const id = await its();
      if (id === undefined) return;
      await under.call(api.swapAddress, { params: { id }, body: { reason: 'bad' } }, user);
      return;
    }
    case 'refund': {
      const begun = bought.get(one.customer)?.pop();
      if (begun !== undefined) await refund(under, begun);
      return;
    }
    case 'look':
      await under.call(api.listServices, {}, user);
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error) || !/could not be paid|reading 'id'/.test(error.message)) throw error;
}
