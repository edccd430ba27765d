import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock of this machine's processes. */
export interface Lock {
  release(): void;
}

const POLL_MS = 100;

/**
 * Takes the lock of this name; null if another process has it. The lock is a socket name in Linux's abstract namespace (unix(7)), of at most
 * 90 bytes: the kernel releases it when the process ends, also after a kill.
 */
export function takeLock(name: string): Promise<Lock | null> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer((connection) => connection.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen({ path: `\0comet-${name}` }, () => {
      server.unref();
      resolve({ release: () => server.close() });
    });
  });
}

/** Waits for the lock of this name and holds it during `work`. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let lock = await takeLock(name);
  for (; lock === null; lock = await takeLock(name)) await sleep(POLL_MS);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
