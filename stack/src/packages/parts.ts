import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWireguardGo } from '../machine/wireguard-go.ts';
import { inRepository } from '../repository.ts';

/** Folder of the build's files that the packages' descriptions name and the repository does not contain. */
export const PARTS = 'deploy/dist/parts/';
/** Subfolder of files that exist only if the option that writes them was given. */
export const GIVEN = `${PARTS}given/`;

/** Files of the app, by their names in GIVEN's `app/`. */
const OF_APP = {
  'open-desktop': 'deploy/packages/comet/open-desktop',
  'comet-desktop.desktop': 'deploy/packages/comet/comet-desktop.desktop',
  'icon.png': 'apps/desktop/shell/icons/icon.png',
  'comet.svg': 'packages/ui/src/page/comet.svg',
};

/** Empties the folder of parts, and copies Node, wireguard-go and the app, if any, into it. Throws if wireguard-go cannot be built. */
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
