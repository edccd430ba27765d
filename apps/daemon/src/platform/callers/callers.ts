import type { Server, Socket } from 'node:net';

/** Access control of the daemon's socket, and the identity of callers, by the means of the system. */
export interface Callers {
  /** Listens at a path. Access is restricted before the first connection. */
  listen(server: Server, path: string): Promise<void>;
  /** Whether the peer is root, or an administrator on Windows. */
  isRoot(socket: Socket): Promise<boolean>;
  /** Whether this process has the other end open, and belongs to the user who created it. */
  isProcess(socket: Socket, pid: number): Promise<boolean>;
}

/** Resolves when the server listens on the Unix socket `path`; rejects with its error. */
export function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
