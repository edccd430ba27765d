import { connect, type Socket } from 'node:net';
import type { Callers } from '../platform/callers/callers.ts';
import { type ClientLimiter, maxClients, openClientLimiter } from './client-limiter.ts';
import { type ControlChannelOptions, controlChannel, type Handler } from './control-channel.ts';

/** Connection slots reserved for root: a user could otherwise hold all of them. */
const reservedForRoot = 16;

export interface RpcServer {
  close(): Promise<void>;
}

/**
 * Listens for clients; `callers` decides which are permitted. Rejects when another daemon serves the path. A given `clientLimiter` already
 * listens there; its queued clients are served first.
 */
export async function listen(
  path: string,
  handler: Handler,
  callers: Callers,
  options: ControlChannelOptions = { idleTimeout: 30_000 },
  clientLimiter: ClientLimiter | null = null,
): Promise<RpcServer> {
  if (clientLimiter === null) await rejectIfServed(path);
  const sockets = new Set<Socket>();
  const begin = (socket: Socket): void =>
    controlChannel(socket, handler, (pid) => callers.isProcess(socket, pid), options);
  const { server, open } = clientLimiter ?? (await openClientLimiter(path, callers));
  server.on('error', (error) => handler.log.error({ reason: error.message }, 'The socket failed'));
  open((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (sockets.size <= maxClients - reservedForRoot) {
      begin(socket);
      return;
    }
    socket.on('error', () => socket.destroy());
    callers.isRoot(socket).then(
      (isRoot) => (isRoot ? begin(socket) : socket.destroy()),
      () => socket.destroy(),
    );
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Rejects when another daemon serves this socket. */
async function rejectIfServed(path: string): Promise<void> {
  if (await isServed(path)) throw new Error(`another cometd already serves ${path}`);
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
