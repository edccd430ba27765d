import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture } from '../toolchain/architecture.ts';
import { buildWireguardGo } from '../toolchain/wireguard-go.ts';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';
import { lockedPackages } from './bundled-libraries.ts';
import { libraryFolder } from './library-folder.ts';

/** Folder of build outputs that the package descriptions refer to. */
export const PARTS = 'deploy/dist/parts/';
/** Subfolder of files that exist only with the option that writes them. */
export const OPTIONAL_PARTS = `${PARTS}given/`;

/** Files of the app, by name in the `app/` folder of OPTIONAL_PARTS. */
const OPTIONAL_APP_FILES = {
  'open-desktop': 'deploy/packages/comet/open-desktop',
  'comet-desktop.desktop': 'deploy/packages/comet/comet-desktop.desktop',
  'icon.png': 'apps/desktop/shell/icons/icon.png',
  'comet.svg': 'packages/ui/src/page/comet.svg',
};

/** Empties the folder of parts, and copies Node, wireguard-go and the app, if any, into it. Throws if wireguard-go cannot be built. */
export async function copyPackageParts(app: string | null, architecture: Architecture): Promise<void> {
  const place = `node_modules/node-linux-${architecture}`;
  const node = await libraryFolder(place, (await lockedPackages())[place] ?? {}, architecture);
  if (node === null) throw new UserError(`${place} is not installed: run npm ci.`);
  await rm(inRepository(PARTS), { recursive: true, force: true });
  await mkdir(inRepository(OPTIONAL_PARTS), { recursive: true });
  await copyToRepository(join(node, 'bin/node'), `${PARTS}node`);
  await copyToRepository(join(node, 'LICENSE'), `${PARTS}node.LICENSE`);
  await copyToRepository(await buildWireguardGo(console.log, architecture), `${PARTS}wireguard-go`);
  if (app === null) return;
  await mkdir(inRepository(`${OPTIONAL_PARTS}app`));
  await copyToRepository(app, `${OPTIONAL_PARTS}app/comet-desktop`);
  for (const [name, source] of Object.entries(OPTIONAL_APP_FILES))
    await copyToRepository(inRepository(source), `${OPTIONAL_PARTS}app/${name}`);
}

const copyToRepository = (from: string, to: string): Promise<void> => copyFile(from, inRepository(to));
