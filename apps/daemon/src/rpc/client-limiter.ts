import { createServer, type Server, type Socket } from 'node:net';
import type { Callers } from '../platform/callers/callers.ts';

/** Maximum number of simultaneous clients. */
export const maxClients = 64;

/** Accepts clients at once and queues them until the daemon serves them. */
export interface ClientLimiter {
  readonly server: Server;
  /** Calls `begin` for all waiting clients, in order of arrival, and from now on for each new one. */
  open(begin: (socket: Socket) => void): void;
}

/**
 * Listens at a path. `takeFirstLine` receives a client's first line, without its end, if the first read contains the whole line; it returns true
 * when it handles the line itself. All other bytes remain for the control channel.
 */
export async function openClientLimiter(
  path: string,
  callers: Pick<Callers, 'listen'>,
  takeFirstLine: (line: string, client: Socket) => boolean = () => false,
): Promise<ClientLimiter> {
  const waiting = new Set<Socket>();
  let begin: ((socket: Socket) => void) | null = null;
  const ignore = (): void => undefined;

  function onClose(this: Socket): void {
    waiting.delete(this);
  }

  function readFirstLine(client: Socket): void {
    if (!waiting.has(client)) return;
    const chunk: unknown = client.read();
    if (!Buffer.isBuffer(chunk)) return;
    const end = chunk.indexOf(10);
    const isTaken = end !== -1 && takeFirstLine(chunk.toString('utf8', 0, end), client);
    const rest = isTaken ? chunk.subarray(end + 1) : chunk;
    if (rest.length > 0) client.unshift(rest);
  }

  const server = createServer((client) => {
    if (begin !== null) {
      begin(client);
      return;
    }
    waiting.add(client);
    client.on('error', ignore).on('close', onClose);
    client.once('readable', () => readFirstLine(client));
  });
  server.maxConnections = maxClients;
  await callers.listen(server, path);
  return {
    server,
    open(handler) {
      begin = handler;
      for (const client of waiting) {
        client.off('close', onClose);
        handler(client);
        client.off('error', ignore);
      }
      waiting.clear();
    },
  };
}
