import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from '../bundle.ts';
import { inRepository, nodeEnvironment } from '../repository.ts';

/**
 * Makes the command `comet` for the lab's client in `folder`. It is bundled as it is shipped: Node reads one file three
 * times as fast as sixty, which is most of the time that a short command takes.
 */
export async function makeCometCommand(folder: string): Promise<void> {
  const program = join(folder, 'comet.mjs');
  await bundle(inRepository('apps/daemon/src/comet.ts'), program);
  const path = join(folder, 'comet');
  const environment = Object.entries(nodeEnvironment).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  const command = [process.execPath, program].map(quoted).join(' ');
  await writeFile(path, ['#!/bin/sh', ...environment, `exec ${command} "$@"`, ''].join('\n'));
  await chmod(path, 0o755);
}

/** A word for sh(1), whatever it holds. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
