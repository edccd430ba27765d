import { execFile } from 'node:child_process';
import { chmod, lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSharedFiles } from './obfuscator.linux.ts';

const user = 61_007;
const run = promisify(execFile);
let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'comet-given-'));
  await chmod(home, 0o755);
});
afterEach(() => rm(home, { recursive: true }));

/** Runs a line in a shell of that user; rejects if it fails. */
const asUser = (line: string) =>
  run('setpriv', [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', 'sh', '-c', line]);

test.runIf(process.getuid?.() === 0)(
  'a program’s user can read its files, and cannot create a link where root writes, changes owners or removes',
  async () => {
    const given = await createSharedFiles(join(home, 'obfuscator-'), user);
    const path = await given.write('ca.pem', 'a certificate');
    expect((await asUser(`cat ${path}`)).stdout).toBe('a certificate');
    for (const attack of [
      `ln -sf /etc/shadow ${path}`,
      `ln -s /etc/shadow ${given.folder}/stunnel.conf`,
      `rm -f ${path}`,
      `echo x >> ${path}`,
      `mv ${given.folder} ${home}/elsewhere`,
      `mkdir ${given.folder}/state`,
    ])
      await expect(asUser(attack), attack).rejects.toThrow('Command failed');
    expect(await readFile(path, 'utf8')).toBe('a certificate');
    expect(await lstat(path)).toMatchObject({ uid: 0, gid: user });
    await given.remove();
    await expect(lstat(given.folder)).rejects.toThrow('ENOENT');
  },
);

test.runIf(process.getuid?.() === 0)(
  'a program’s user can read its file under the umask of the unit',
  async () => {
    const umask = process.umask(0o077);
    try {
      const given = await createSharedFiles(join(home, 'obfuscator-'), user);
      const path = await given.write('stunnel.conf', 'client = yes');
      expect((await asUser(`cat ${path}`)).stdout).toBe('client = yes');
    } finally {
      process.umask(umask);
    }
  },
);
