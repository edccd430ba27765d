import { join } from 'node:path';
import { type Addresses, portBlock } from '../addresses.ts';
import { nodeEnvironment } from '../repository.ts';
import { node, service } from '../service/node-service.ts';
import { answersOk } from '../service/probes.ts';
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
  const environment = {
    ...nodeEnvironment,
    HOST: '127.0.0.1',
    PORT: String(portBlock(port).site),
    SITE_FOLDER: await buildSite(say, catalogue),
    API_URL: addresses.api,
    SITE_URL: addresses.site,
    DASHBOARD_URL: addresses.dashboard,
  };
  await supervisor.start({
    name: 'site',
    onDeath: 'start again',
    spawn: service(node('stack/src/site-server.ts'), environment),
    ready: () => answersOk(addresses.site),
  });
  say('site is up');
}
