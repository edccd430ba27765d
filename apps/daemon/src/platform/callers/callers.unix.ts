import { chmodSync, chownSync, mkdirSync, rmSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Callers, listening } from './callers.ts';
import { holdsOtherEnd, userAtOtherEnd } from './peer-process.ts';
import { runTool } from '../system/run-tool.ts';

export const linuxCallers: Callers = unixCallers(groupId, {
  isRoot: async (socket) => (await userAtOtherEnd(socket, runTool)) === 0,
  isProcess: (socket, pid) => holdsOtherEnd(socket, pid, runTool),
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
 * A Unix socket. Who may talk to the daemon is decided by the file's permissions alone: root, and the group `comet` where the machine has
 * one. Files are touched without waiting for a turn: at a daemon's start each would be some milliseconds long.
 */
export function unixCallers(
  groupId: (name: string) => Promise<number | null>,
  whose: Pick<Callers, 'isRoot' | 'isProcess'>,
): Callers {
  return {
    async listen(server, path) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
      rmSync(path, { force: true });
      // Born without permissions for others, so that there is no moment in which anyone may connect.
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
    ...whose,
  };
}
