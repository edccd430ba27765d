import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Callers, listening } from './callers.ts';

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
