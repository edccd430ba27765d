import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository, nodeEnvironment } from '../repository.ts';

/** Writes the command `comet` for the lab's client into `folder`: a small script around the repository's own. */
export async function writeCometCommand(folder: string): Promise<void> {
  const path = join(folder, 'comet');
  const environment = Object.entries(nodeEnvironment).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  const command = [process.execPath, inRepository('apps/daemon/src/comet.ts')].map(quoted).join(' ');
  await writeFile(path, ['#!/bin/sh', ...environment, `exec ${command} "$@"`, ''].join('\n'));
  await chmod(path, 0o755);
}

/** A word for sh(1), whatever it holds. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
