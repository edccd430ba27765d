import type { Socket } from 'node:net';
import type { Callers } from './callers.ts';
import { unixCallers } from './callers.unix.ts';
import type { RunTool } from '../system/run-tool.ts';

/** The group `comet` is in the directory service. lsof(8) returns the user at the other end, because Node has no getpeereid(3). */
export function darwinCallers(run: RunTool): Callers {
  return unixCallers(
    async (name) => {
      const { stdout } = await run('dscl', ['.', '-read', `/Groups/${name}`, 'PrimaryGroupID']);
      const id = /^PrimaryGroupID: (\d+)$/m.exec(stdout)?.[1];
      return id === undefined ? null : Number(id);
    },
    {
      async isRoot(socket) {
        const fd = descriptorOf(socket);
        if (fd === null) return false;
        const { stdout } = await run('lsof', ['-n', '-P', '-U', '-F', 'pufdn']);
        return peerUser(stdout, process.pid, fd) === 0;
      },
      // Only split tunnelling needs this, which is not supported on this system.
      isProcess: () => Promise.resolve(false),
    },
  );
}

function descriptorOf(socket: Socket): number | null {
  const handle: unknown = Reflect.get(socket, '_handle');
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : null;
  return typeof fd === 'number' && fd >= 0 ? fd : null;
}

/**
 * Returns the user at the other end of a Unix socket, from `lsof -U -F pufdn`: a line for each field, beginning with its letter, files
 * below their process. A socket's name is the address of the other end (`->0x…`), its device its own address. Null if it is not found.
 */
export function peerUser(listing: string, pid: number, fd: number): number | null {
  const files: { pid: number; user: number; fd: string; device: string; name: string }[] = [];
  let owner = { pid: -1, user: -1 };
  for (const line of listing.split('\n')) {
    const [letter, value] = [line[0], line.slice(1)];
    if (letter === 'p') owner = { pid: Number(value), user: -1 };
    else if (letter === 'u') owner = { ...owner, user: Number(value) };
    else if (letter === 'f') files.push({ ...owner, fd: value, device: '', name: '' });
    const last = files.at(-1);
    if (letter === 'd' && last !== undefined) last.device = value;
    if (letter === 'n' && last !== undefined) last.name = value;
  }
  const own = files.find((file) => file.pid === pid && file.fd === String(fd));
  const peer = own?.name.startsWith('->') === true ? own.name.slice(2) : null;
  return files.find((file) => peer !== null && file.device === peer)?.user ?? null;
}
