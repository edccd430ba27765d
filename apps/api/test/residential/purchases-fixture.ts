import { api } from '@comet/contract';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';
import { orderOf } from './services-fixture.ts';

/** Purchases besides plans, and queries of their outcome. */
export function purchasesOf(under: () => ApiUnderTest) {
  const data = (gigabytes: number) => ({ kind: 'residential_data', gigabytes }) as const;
  const address = (country: string, months = 1) =>
    ({ kind: 'dedicated_ip', type: 'dedicated', country, months }) as const;
  const gb = (count: number) => count * 1_000_000_000;
  const balance = async (user: TestUser) => {
    const shown = await under().call(api.showResidentialData, {}, user);
    const { bought_bytes, used_bytes, available_bytes, full_bytes } = shown.json as Record<string, number>;
    return { bought_bytes, used_bytes, available_bytes, full_bytes };
  };
  const services = async (user: TestUser) =>
    ((await under().call(api.listServices, {}, user)).json as { services: Record<string, unknown>[] })
      .services;
  const stateOf = async (user: TestUser, id: string) =>
    orderOf(await under().call(api.showOrder, { params: { id } }, user)).state;
  const inStock = async (country: string) =>
    (
      await under()
        .dependencies.db.selectFrom('dedicatedIps')
        .select('state')
        .where('country', '=', country)
        .execute()
    )
      .map(({ state }) => state)
      .toSorted();

  return { address, balance, data, gb, inStock, services, stateOf };
}
