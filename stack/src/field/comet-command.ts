import { chmod, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from '../bundle.ts';
import { buildCrate } from '../machine/cargo.ts';
import { inRepository, nodeEnvironment } from '../repository.ts';

/**
 * Makes the command `comet` for the lab's client in `folder`, as it is shipped: the launcher, and beside it the full client that it
 * starts for what it does not relay. The client is one file, which Node reads three times as fast as sixty.
 */
export async function makeCometCommand(folder: string): Promise<void> {
  const program = join(folder, 'comet-client.mjs');
  const [launcher] = await Promise.all([
    buildCrate('launcher'),
    bundle(inRepository('apps/daemon/src/comet.ts'), program),
  ]);
  const environment = Object.entries(nodeEnvironment).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  const command = [process.execPath, program].map(quoted).join(' ');
  const client = join(folder, 'comet-client');
  await writeFile(client, ['#!/bin/sh', ...environment, `exec ${command} "$@"`, ''].join('\n'));
  await chmod(client, 0o755);
  // A program that runs cannot be written over, only replaced.
  await rm(join(folder, 'comet.new'), { force: true });
  await copyFile(launcher, join(folder, 'comet.new'));
  await chmod(join(folder, 'comet.new'), 0o755);
  await rename(join(folder, 'comet.new'), join(folder, 'comet'));
}

/** A word for sh(1), whatever it holds. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
