import { createServer, type Server } from 'node:net';
import type { StateFolder } from './folder.ts';

/** Held while a stack runs on a state folder. */
export interface Lock {
  release(): void;
}

/**
 * Takes the folder for this process, or gives null when another process has it. The lock is a socket name in Linux's
 * abstract namespace (unix(7)): the kernel lets go of it when the process dies, however it dies.
 */
export function takeLock(folder: StateFolder): Promise<Lock | null> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer((connection) => connection.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen({ path: `\0comet-stack-${folder.id}` }, () => {
      server.unref();
      resolve({ release: () => server.close() });
    });
  });
}
