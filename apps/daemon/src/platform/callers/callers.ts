import type { Server, Socket } from 'node:net';

/** Who may talk to the daemon, and who a caller is: the system's part of the socket. */
export interface Callers {
  /** Listens at a path. Access is restricted from the first moment. */
  listen(server: Server, path: string): Promise<void>;
  /** Whether the peer is root, or an administrator on Windows. */
  isRoot(socket: Socket): Promise<boolean>;
  /** Whether this process holds the other end, and is of the user who made it. */
  isProcess(socket: Socket, pid: number): Promise<boolean>;
}

export function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
