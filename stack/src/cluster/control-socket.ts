import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import * as z from 'zod/mini';
import { errorText, UserError } from '../user-error.ts';
import { FAILURES } from './failures.ts';

const requestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('status') }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('fail'), failure: z.enum(FAILURES), seconds: z.number() }),
]);

/** A command of another terminal for the process that runs the cluster. */
export type ClusterRequest = z.infer<typeof requestSchema>;

const replySchema = z.union([z.object({ line: z.string() }), z.object({ error: z.nullable(z.string()) })]);

const pathIn = (state: string): string => join(state, 'control.sock');

/** Serves commands on a unix socket in the state folder, one JSON object a line each way. Only root can connect. */
export async function serveCommands(
  state: string,
  handle: (request: ClusterRequest, print: (line: string) => void) => Promise<void>,
): Promise<Server> {
  await rm(pathIn(state), { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void serve(socket, handle);
  });
  const umask = process.umask(0o077);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(pathIn(state), () => resolve());
    });
  } finally {
    process.umask(umask);
  }
  return server;
}

async function serve(
  socket: Socket,
  handle: (request: ClusterRequest, print: (line: string) => void) => Promise<void>,
): Promise<void> {
  const reply = (message: z.infer<typeof replySchema>) => socket.write(`${JSON.stringify(message)}\n`);
  for await (const text of createInterface({ input: socket })) {
    try {
      await handle(requestSchema.parse(JSON.parse(text)), (line) => reply({ line }));
      reply({ error: null });
    } catch (error) {
      reply({ error: errorText(error) });
    }
    socket.end();
  }
}

/**
 * Sends a command to the cluster that runs on a state folder, and prints its lines. Returns false if none runs there. Throws a UserError with
 * the error of the command.
 */
export async function sendCommand(
  state: string,
  request: ClusterRequest,
  print: (line: string) => void,
): Promise<boolean> {
  const socket = connect({ path: pathIn(state) });
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isConnected) return false;
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const text of createInterface({ input: socket })) {
    const reply = replySchema.parse(JSON.parse(text));
    if ('line' in reply) print(reply.line);
    else if (reply.error === null) return true;
    else throw new UserError(reply.error);
  }
  throw new UserError('The cluster ended before it answered.');
}
