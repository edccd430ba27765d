import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linuxCallers, peerInode } from './callers.unix.ts';

const own = 'u_str ESTAB 0      0      /run/comet/cometd.sock 4711    * 4712   ';
const peer = 'u_str ESTAB 0      0      * 4712    * 4711   ';
const ofRoot = 'u_str ESTAB 0      0      * 1599    * 1600   ';
const listing = (...lines: readonly string[]) => lines.join('\n');

test('finds the other end of a socket by its inode', () => {
  const all = listing(ofRoot, own, peer, 'u_str ESTAB 0      0      * 9    * 0');
  expect(peerInode(all, '4711')).toBe('4712');
  expect(peerInode(all, '4712')).toBe('4711');
  expect(peerInode(all, '9')).toBeNull();
  expect(peerInode(all, '600')).toBeNull();
});

test.each([
  ['before our line', listing('@a', own.replace('4712', '1599'), ofRoot, own, peer)],
  ['after our line', listing(ofRoot, own, peer, '@a', own.replace('4712', '1599'))],
  ['of both ends', listing(own.replace('4712', '1599'), ofRoot.replace('1600', '4711'), ofRoot, own, peer)],
  ['of another shape', listing(ofRoot, own, peer, '@a', 'x 4711 * 1599')],
  ['for the other end', listing(ofRoot, own, peer, '@a', peer.replace('4711', '1'))],
  ['in place of our line', listing(own.replace('4712', '1599'), ofRoot, peer)],
])('accepts no end if the name of a socket adds a line %s', (_, forged) => {
  expect(peerInode(forged, '4711')).toBeNull();
});

test.runIf(process.getuid?.() === 0)('a process cannot be taken for one of root by its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-callers-'));
  const path = join(folder, 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  await Promise.all([chmod(folder, 0o755), chmod(path, 0o666)]);
  try {
    for (const [user, isRoot] of [
      [65_534, false],
      [0, true],
    ] as const) {
      // `ss` lists the name in quotes, before the number of the process.
      const script = `process.setuid(${user});
process.title = 'a",pid=1,fd=0';
require('node:net').connect(${JSON.stringify(path)});`;
      const client = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
      const [socket] = (await once(server, 'connection')) as [Socket];
      expect(await linuxCallers.isRoot(socket)).toBe(isRoot);
      socket.destroy();
      client.kill();
    }
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});
