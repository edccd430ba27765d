import { join } from 'node:path';
import { fetchSiteCatalogue } from '@comet/contract/site-catalogue';
import { type Addresses, portBlock } from '../addresses.ts';
import { startPageServer } from '../service/start-service.ts';
import type { Supervisor } from '../service/supervisor.ts';
import type { StateFolder } from '../state/folder.ts';
import { buildSite } from './build.ts';
import { writeFile } from 'node:fs/promises';

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
  const { lasting, status } = await fetchSiteCatalogue(addresses.api);
  await writeFile(catalogue, `${JSON.stringify({ ...lasting, status }, null, 2)}\n`);
  await startPageServer(supervisor, {
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
