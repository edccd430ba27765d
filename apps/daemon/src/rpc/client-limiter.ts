import { createServer, type Server, type Socket } from 'node:net';
import type { Callers } from '../platform/callers/callers.ts';

/** Clients at one time. */
export const mostClients = 64;

/** Where clients wait from the moment in which we listen until there is somebody to talk with them. */
export interface ClientLimiter {
  readonly server: Server;
  /** Calls `begin` for all waiting clients, in order of arrival, and from now on for each new one. */
  open(begin: (socket: Socket) => void): void;
}

/**
 * Listens at a path. `overhear` is told what a client says first, where that came at once and is a whole line, without its end; true where
 * it has taken that as said to itself. Nothing else is read of anybody, nor kept from who talks with him later.
 */
export async function openClientLimiter(
  path: string,
  callers: Pick<Callers, 'listen'>,
  overhear: (line: string, client: Socket) => boolean = () => false,
): Promise<ClientLimiter> {
  const waiting = new Set<Socket>();
  let begin: ((socket: Socket) => void) | null = null;
  const ignore = (): void => undefined;

  function left(this: Socket): void {
    waiting.delete(this);
  }

  function listenTo(client: Socket): void {
    if (!waiting.has(client)) return;
    const said: unknown = client.read();
    if (!Buffer.isBuffer(said)) return;
    const end = said.indexOf(10);
    const isTaken = end !== -1 && overhear(said.toString('utf8', 0, end), client);
    const rest = isTaken ? said.subarray(end + 1) : said;
    if (rest.length > 0) client.unshift(rest);
  }

  const server = createServer((client) => {
    if (begin !== null) {
      begin(client);
      return;
    }
    waiting.add(client);
    client.on('error', ignore).on('close', left);
    client.once('readable', () => listenTo(client));
  });
  server.maxConnections = mostClients;
  await callers.listen(server, path);
  return {
    server,
    open(given) {
      begin = given;
      for (const client of waiting) {
        client.off('close', left);
        given(client);
        client.off('error', ignore);
      }
      waiting.clear();
    },
  };
}
