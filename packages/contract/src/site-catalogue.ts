import * as z from 'zod/mini';
import { api } from './index.ts';

const paths = { plans: api.listPlans.path, prices: api.listPrices.path, locations: api.listLocations.path };

/** Removes values that change often and are not on any page, since they would cause new builds of the site. */
const settled = (key: string, value: unknown): unknown => {
  if (key === 'id') return '';
  if (key === 'load') return null;
  if (key === 'online') return false;
  if (key === 'protocols' || key === 'variants' || key === 'stock' || key === 'sold_out') return [];
  return value;
};

/** What the site's pages are built from: `lasting` causes a new build when it changes, `status` only appears in the next one. */
export interface SiteCatalogue {
  readonly lasting: object;
  readonly status: unknown;
}

/** Fetches the data of the site's pages from the API. Throws if the API does not respond, or sells no plan. */
export async function fetchSiteCatalogue(apiUrl: string): Promise<SiteCatalogue> {
  const responses = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => [name, await getJson(apiUrl, path)] as const),
  );
  const catalogue = Object.fromEntries(responses);
  const { plans } = z.parse(z.object({ plans: api.listPlans.reply }), { plans: catalogue['plans'] });
  if (plans.plans.length === 0) throw new Error('There is no plan on sale');
  const lasting = JSON.parse(JSON.stringify(catalogue, settled)) as object;
  return { lasting, status: await getJson(apiUrl, api.showStatus.path) };
}

async function getJson(apiUrl: string, path: string): Promise<unknown> {
  const response = await fetch(`${apiUrl}${path}`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
  return response.json();
}
