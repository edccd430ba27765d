import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRunDirectory } from './run-directory.ts';

test.skipIf(process.getuid?.() !== 0)('a program reads its file under the umask of the unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-run-'));
  const umask = process.umask(0o077);
  try {
    const directory = await openRunDirectory(join(folder, 'run'), 70_001, { udp: 70_011 });
    await directory.write([{ name: 'udp.conf', reader: 70_011, content: 'dev tun' }]);
    const { mode, uid, gid } = await stat(directory.fileAt('udp.conf'));
    expect({ mode: (mode & 0o777).toString(8), uid, gid }).toEqual({ mode: '640', uid: 0, gid: 70_011 });
  } finally {
    process.umask(umask);
    await rm(folder, { recursive: true });
  }
});
