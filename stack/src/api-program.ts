import { constants } from 'node:fs';
import { copyFile, cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from './repository.ts';

/** The major version of Node that the API needs, the one that the repository pins. */
const REQUIRED = Number(process.versions.node.split('.')[0]);

/** Runs on any Node with modules: the program itself would end an older one with a syntax error or a missing export. */
const entry = (name: string): string => `\
const [major] = process.versions.node.split('.').map(Number);
if (major < ${REQUIRED}) {
  console.error('${name} needs Node ${REQUIRED} or later, and this is ' + process.versions.node + ': use the node program in the same folder.');
  process.exit(1);
}
await import('./comet-api-main.mjs');
`;

/**
 * Puts beside the API's bundle what it needs of a machine without this repository: the native library that cannot be bundled, Node itself,
 * and the programs `comet-api.mjs` and `comet-ops.mjs`, which refuse an older Node.
 */
export async function completeApi(folder: string): Promise<void> {
  for (const name of ['comet-api', 'comet-ops']) await writeFile(join(folder, `${name}.mjs`), entry(name));
  const scope = inRepository('node_modules/@node-rs');
  for (const name of await readdir(scope))
    if (name.startsWith('argon2'))
      await cp(join(scope, name), join(folder, 'node_modules/@node-rs', name), { recursive: true });
  await copyFile(process.execPath, join(folder, 'node'), constants.COPYFILE_FICLONE);
}
