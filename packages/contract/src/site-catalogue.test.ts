import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from './index.ts';
import { fetchSiteCatalogue } from './site-catalogue.ts';

const file = join(import.meta.dirname, '../../../apps/site/src/features/catalogue/last-known.json');
const stored = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, object>>;

/** Returns the catalogue of an API whose prices have these fields. */
async function catalogueWith(prices: object) {
  const replies: Readonly<Record<string, object | undefined>> = {
    [api.listPlans.path]: stored['plans'],
    [api.listPrices.path]: { ...stored['prices'], ...prices },
    [api.listLocations.path]: stored['locations'],
  };
  const server = createServer(({ url = '' }, response) => {
    response.end(JSON.stringify(replies[url] ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return (await fetchSiteCatalogue(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).lasting;
  } finally {
    server.close();
  }
}

test('sales of dedicated addresses leave the catalogue of the site as it is, another price does not', async () => {
  const type = 'dedicated';
  const before = await catalogueWith({ stock: [{ type, country: 'DE', available: 1 }], sold_out: [] });
  expect(await catalogueWith({ stock: [], sold_out: [{ type, country: 'DE' }] })).toEqual(before);
  const price = { amount: 999, currency: 'USD' };
  expect(await catalogueWith({ residential_data: price })).not.toEqual(before);
});

test('the stored catalogue contains no value that a fetched one leaves out', async () => {
  expect(await catalogueWith({})).toEqual(stored);
});
