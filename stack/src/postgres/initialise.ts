import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresCommand } from './command.ts';

const run = promisify(execFile);

/**
 * Makes a data folder with the superuser `postgres`, UTF-8 and byte order. initdb works in a folder beside that is
 * renamed at the end: a half-made data folder is never taken for a whole one.
 */
export async function initialise(data: string, password: string, durable: boolean): Promise<void> {
  const fresh = `${data}.new`;
  const secret = await mkdtemp(join(tmpdir(), 'comet-initdb-'));
  try {
    const passwordFile = join(secret, 'password');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    const { file, args, owner } = await postgresCommand('initdb', fresh, [
      ...['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(durable ? [] : ['--no-sync']),
    ]);
    if (owner !== null) {
      await Promise.all([fresh, secret, passwordFile].map((path) => chown(path, owner.uid, owner.gid)));
    }
    await run(file, args, { cwd: '/' });
    await rename(fresh, data);
  } finally {
    await rm(secret, { recursive: true, force: true });
  }
}
