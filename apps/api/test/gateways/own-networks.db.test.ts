import { api, type ReplyOf } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test('a gateway receives every machine of ours, and the ports of public pages', async () => {
  const { db, settings } = under.dependencies;
  const gateway = await makeGateway(under);
  await db
    .updateTable('gateways')
    .set({ ipv4: '203.0.113.77', ipv6: '2600:1::77' })
    .where('id', '=', gateway.id)
    .execute();
  const sold = { type: 'dedicated', country: 'nl', address: '203.0.113.78' } as const;
  await under.dependencies.db
    .insertInto('dedicatedIps')
    .values({ ...sold, gatewayId: gateway.id, addedAt: under.clock.now() })
    .execute();
  const { json } = await under.call(api.showOwnNetworks, { query: {} }, gateway);
  const { networks } = json as {
    networks: { network: string; open: number[]; dedicated?: boolean }[];
  };
  const at = (network: string) => networks.find((one) => one.network === network)?.open;
  expect([at('203.0.113.77/32'), at('2600:1::77/128')]).toEqual([[], []]);
  // A customer's dedicated address is an address of the gateway too.
  expect(at('203.0.113.78/32')).toEqual([]);
  expect(networks.filter(({ dedicated }) => dedicated).map(({ network }) => network)).toEqual([
    '203.0.113.78/32',
  ]);
  // Database and pages are on one machine here: only the page's port stays open.
  expect(at('127.0.0.1/32')).toContain(Number(new URL(settings.publicUrl).port));
  expect(at('127.0.0.1/32')).not.toContain(Number(new URL(settings.databaseUrl).port || '5432'));
});

test('pages of our own machines contain each address once, and without a limit the first 5,000', async () => {
  const { db } = under.dependencies;
  const gateway = await makeGateway(under);
  await sql`insert into dedicated_ips (type, country, address, gateway_id, added_at)
    select 'dedicated', 'nl', '100.64.0.0'::inet + n, ${gateway.id}, now() from generate_series(1, 6000) n`.execute(
    db,
  );
  const read = async (query: { readonly limit?: string; readonly after?: string }) =>
    (await under.call(api.showOwnNetworks, { query }, gateway)).json as ReplyOf<typeof api.showOwnNetworks>;
  expect((await read({})).networks).toHaveLength(5000);
  const networks: string[] = [];
  for (let next: string | undefined; ; ) {
    const page = await read({ limit: '2000', ...(next === undefined ? {} : { after: next }) });
    networks.push(...page.networks.map(({ network }) => network));
    next = page.next;
    if (next === undefined) break;
    expect(page.networks.length).toBeLessThanOrEqual(2000);
  }
  expect(networks).toHaveLength(new Set(networks).size);
  expect(networks.filter((network) => network.startsWith('100.64.'))).toHaveLength(6000);
  expect(networks).toContain('127.0.0.1/32');
  await db.deleteFrom('dedicatedIps').where('gatewayId', '=', gateway.id).execute();
});
