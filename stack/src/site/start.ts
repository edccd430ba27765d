import { join } from 'node:path';
import { type Addresses, portBlock } from '../addresses.ts';
import { startPages } from '../service/start-pages.ts';
import type { Supervisor } from '../service/supervisor.ts';
import type { StateFolder } from '../state/folder.ts';
import { buildSite } from './build.ts';
import { writeFile } from 'node:fs/promises';
import { api } from '@comet/contract';
import * as z from 'zod/mini';

const paths = { plans: api.listPlans.path, prices: api.listPrices.path, locations: api.listLocations.path };

/** Removes values that change often and are not on any page, since they would cause rebuilds. */
const settled = (key: string, value: unknown): unknown => {
  if (key === 'id') return '';
  if (key === 'load') return null;
  if (key === 'online') return false;
  if (key === 'protocols' || key === 'variants' || key === 'stock') return [];
  return value;
};

/** Fetches the data of the site's pages from the API and stores it in a file. Throws if the API does not respond. */
async function writeCatalogue(apiUrl: string, file: string): Promise<void> {
  const answers = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      const response = await fetch(`${apiUrl}${path}`, { signal: AbortSignal.timeout(60_000) });
      if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
      return [name, await response.json()] as const;
    }),
  );
  const catalogue = Object.fromEntries(answers);
  const { plans } = z.parse(z.object({ plans: api.listPlans.reply }), { plans: catalogue['plans'] });
  if (plans.plans.length === 0) throw new Error('There is no plan on sale');
  const status = await fetch(`${apiUrl}${api.showStatus.path}`, { signal: AbortSignal.timeout(60_000) });
  if (!status.ok) throw new Error(`${api.showStatus.path} is answered with ${status.status}`);
  const lasting = JSON.parse(JSON.stringify(catalogue, settled)) as object;
  await writeFile(file, `${JSON.stringify({ ...lasting, status: await status.json() }, null, 2)}\n`);
}

interface SiteStart {
  readonly port: number;
  readonly addresses: Addresses;
  readonly folder: StateFolder;
  readonly supervisor: Supervisor;
  readonly print: (line: string) => void;
}

/** Rebuilds the marketing site if the running API's catalogue has changed, and serves it. */
export async function startSite({ port, addresses, folder, supervisor, print }: SiteStart): Promise<void> {
  const catalogue = join(folder.root, 'catalogue.json');
  await writeCatalogue(addresses.api, catalogue);
  await startPages(supervisor, {
    name: 'site',
    program: 'stack/src/site-server.ts',
    folder: await buildSite(print, catalogue),
    port: portBlock(port).site,
    address: addresses.site,
    api: addresses.api,
    more: { SITE_URL: addresses.site, DASHBOARD_URL: addresses.dashboard },
  });
  print('site is up');
}
