import { chmod, chown, mkdir, readFile, unlink } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { runTool } from '../platform/run-tool.ts';
import { userAtOtherEnd } from '../split/peer-process.ts';
import { type ConversationOptions, converse, type Handler } from './conversation.ts';

/** Clients at one time, and how many of the last seats are root's: watching costs nothing, so a user could take all seats for ever. */
const mostClients = 64;
const keptForRoot = 16;

export interface RpcServer {
  close(): Promise<void>;
}

/**
 * Listens on a Unix socket. Who may talk to the daemon is decided by the file's permissions alone: root, and the group
 * `comet` where the machine has one. Rejects when another daemon serves the socket already.
 */
export async function listen(
  path: string,
  handler: Handler,
  options: ConversationOptions = { idleTimeout: 30_000 },
  userOf: (socket: Socket) => Promise<number | null> = (socket) => userAtOtherEnd(socket, runTool),
): Promise<RpcServer> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  await mustBeAlone(path);
  await unlink(path).catch(() => undefined);

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (sockets.size <= mostClients - keptForRoot) {
      converse(socket, handler, options);
      return;
    }
    socket.on('error', () => socket.destroy());
    userOf(socket).then(
      (user) => (user === 0 ? converse(socket, handler, options) : socket.destroy()),
      () => socket.destroy(),
    );
  });
  server.maxConnections = mostClients;
  // Born without permissions for others, so that there is no moment in which anyone may connect.
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(umask);
  }
  server.on('error', (error) => handler.log(`socket: ${error.message}`));
  const group = await groupId('comet');
  if (group !== null) {
    await chown(path, 0, group);
    await chmod(path, 0o660);
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Rejects when another daemon serves this socket. */
export async function mustBeAlone(path: string): Promise<void> {
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

async function groupId(name: string): Promise<number | null> {
  const groups = await readFile('/etc/group', 'utf8').catch(() => '');
  const line = groups.split('\n').find((entry) => entry.startsWith(`${name}:`));
  const id = Number(line?.split(':')[2] ?? Number.NaN);
  return Number.isInteger(id) && process.getuid?.() === 0 ? id : null;
}
