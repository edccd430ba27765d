import { join } from 'node:path';
import { type Addresses, portBlock } from '../addresses.ts';
import { startPages } from '../service/start-pages.ts';
import type { Supervisor } from '../service/supervisor.ts';
import type { StateFolder } from '../state/folder.ts';
import { buildSite } from './build.ts';
import { writeCatalogue } from './catalogue.ts';

interface SiteStart {
  readonly port: number;
  readonly addresses: Addresses;
  readonly folder: StateFolder;
  readonly supervisor: Supervisor;
  readonly say: (line: string) => void;
}

/** Builds the marketing site with what the running API sells, where that has changed, and serves it. */
export async function startSite({ port, addresses, folder, supervisor, say }: SiteStart): Promise<void> {
  const catalogue = join(folder.root, 'catalogue.json');
  await writeCatalogue(addresses.api, catalogue);
  await startPages(supervisor, {
    name: 'site',
    program: 'stack/src/site-server.ts',
    folder: await buildSite(say, catalogue),
    port: portBlock(port).site,
    address: addresses.site,
    api: addresses.api,
    more: { SITE_URL: addresses.site, DASHBOARD_URL: addresses.dashboard },
  });
  say('site is up');
}
