import { chmodSync, chownSync, mkdirSync, rmSync, readFileSync } from 'node:fs';
import { readdir, readlink, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { runTool, type RunTool } from '../system/run-tool.ts';
import { type Callers, listening } from './callers.ts';

/**
 * Whether the process `pid` holds the other end of a Unix socket, and belongs to the user who created it. A client sends its own pid, and
 * only its own is accepted: the daemon, which is root, must not move another user's process, a service that received the descriptor, or a
 * child with more rights. Node has no SO_PEERCRED, so `ss` returns which socket is the other end, and /proc the owner of
 * its process. A process that is not dumpable (PR_SET_DUMPABLE) counts as root's.
 */
async function isPeerProcess(socket: Socket, pid: number, run: RunTool): Promise<boolean> {
  const own = await inodeOf(socket);
  if (own === null) return false;
  const { stdout } = await run('ss', ['-xHn', 'state', 'connected']);
  const other = peerInode(stdout, own);
  if (other === null) return false;
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  for (const file of files) {
    const path = `${folder}/${file}`;
    if ((await readlink(path).catch(() => '')) !== `socket:[${other}]`) continue;
    const [creator, user] = await Promise.all([userOf(path), userOf(`/proc/${pid}`)]);
    return creator !== null && creator === user;
  }
  return false;
}

/** Returns the user who created the other end of a Unix socket; null if no process has it open. */
async function peerUser(socket: Socket, run: RunTool): Promise<number | null> {
  const own = await inodeOf(socket);
  if (own === null) return null;
  const { stdout } = await run('ss', ['-xHnp', 'state', 'connected']);
  const other = peerInode(stdout, own);
  if (other === null) return null;
  // Its line ends with the processes that have it open, by their names, which may contain anything.
  const line = stdout.split('\n').find((one) => one.includes(` ${other} * ${own} `)) ?? '';
  for (const [, pid, file] of line.matchAll(/pid=(\d+),fd=(\d+)/g)) {
    const path = `/proc/${pid}/fd/${file}`;
    if ((await readlink(path).catch(() => '')) === `socket:[${other}]`) return userOf(path);
  }
  return null;
}

/** Returns the user of a process, or the user who created the socket of a descriptor. */
async function userOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ uid }) => uid,
    () => null,
  );
}

/**
 * Returns the inode of our peer in a listing of `ss -xHn`. A line has each end's name and inode. Names of other sockets may contain line
 * feeds, and so lines of any content: each of the two inodes must have exactly one line, and they must name each other.
 */
export function peerInode(listing: string, own: string): string | null {
  const other = listedPeer(listing, own);
  return other !== null && listedPeer(listing, other) === own ? other : null;
}

function listedPeer(listing: string, inode: string): string | null {
  if (listing.match(new RegExp(String.raw`\s${inode}\s+\*\s`, 'g'))?.length !== 1) return null;
  const line = String.raw`^u_str\s+ESTAB\s+\d+\s+\d+\s+\S+\s+${inode}\s+\*\s+([1-9]\d*)(?:\s|$)`;
  return new RegExp(line, 'm').exec(listing)?.[1] ?? null;
}

async function inodeOf(socket: Socket): Promise<string | null> {
  const handle: unknown = Reflect.get(socket, '_handle');
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : null;
  if (typeof fd !== 'number' || fd < 0) return null;
  const link = await readlink(`/proc/self/fd/${fd}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? null;
}

export const linuxCallers: Callers = unixCallers(groupId, {
  isRoot: async (socket) => (await peerUser(socket, runTool)) === 0,
  isProcess: (socket, pid) => isPeerProcess(socket, pid, runTool),
});

function groupId(name: string): Promise<number | null> {
  const line = groupsFile()
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const id = Number(line?.split(':')[2] ?? Number.NaN);
  return Promise.resolve(Number.isInteger(id) ? id : null);
}

function groupsFile(): string {
  try {
    return readFileSync('/etc/group', 'utf8');
  } catch {
    return '';
  }
}

/**
 * A Unix socket. The file's permissions alone decide who may connect: root, and the group `comet` where the machine has
 * one. Uses synchronous file calls: at a daemon's start, each asynchronous one would take some milliseconds.
 */
export function unixCallers(
  groupId: (name: string) => Promise<number | null>,
  identity: Pick<Callers, 'isRoot' | 'isProcess'>,
): Callers {
  return {
    async listen(server, path) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
      rmSync(path, { force: true });
      // The umask excludes other users from the creation on, so that no other user may connect at any moment.
      const umask = process.umask(0o177);
      try {
        await listening(server, path);
      } finally {
        process.umask(umask);
      }
      const group = process.getuid?.() === 0 ? await groupId('comet') : null;
      if (group === null) return;
      chownSync(path, 0, group);
      chmodSync(path, 0o660);
    },
    ...identity,
  };
}
