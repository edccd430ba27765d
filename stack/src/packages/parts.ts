import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWireguardGo } from '../machine/wireguard-go.ts';
import { inRepository } from '../repository.ts';

/** Where a build lays what the descriptions of the packages name and the repository does not hold. */
export const PARTS = 'deploy/dist/parts/';
/** Of it, what is there only when the option that writes it was given. */
export const GIVEN = `${PARTS}given/`;

/** What belongs with the app, by the name that it has in GIVEN's `app/`. */
const OF_APP = {
  'open-desktop': 'deploy/packages/comet/open-desktop',
  'comet-desktop.desktop': 'deploy/packages/comet/comet-desktop.desktop',
  'icon.png': 'apps/desktop/shell/icons/icon.png',
  'comet.svg': 'packages/ui/src/page/comet.svg',
};

/** Empties the folder of parts, and lays Node, wireguard-go and, where there is one, the app into it. Throws where wireguard-go cannot be built. */
export async function layParts(app: string | null): Promise<void> {
  const node = inRepository(`node_modules/node-linux-${process.arch}`);
  await rm(inRepository(PARTS), { recursive: true, force: true });
  await mkdir(inRepository(GIVEN), { recursive: true });
  await lay(join(node, 'bin/node'), `${PARTS}node`);
  await lay(join(node, 'LICENSE'), `${PARTS}node.LICENSE`);
  await lay(await buildWireguardGo(console.log), `${PARTS}wireguard-go`);
  if (app === null) return;
  await mkdir(inRepository(`${GIVEN}app`));
  await lay(app, `${GIVEN}app/comet-desktop`);
  for (const [name, source] of Object.entries(OF_APP)) await lay(inRepository(source), `${GIVEN}app/${name}`);
}

const lay = (from: string, to: string): Promise<void> => copyFile(from, inRepository(to));
