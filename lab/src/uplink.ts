import { chmod, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Uplink, UplinkOptions } from './lab.ts';
import { startRelay } from './servers/relay.ts';

/** Maximum length of a unix socket's path on Linux in bytes (`sun_path` without the terminating zero). */
const MAX_SOCKET_PATH = 107;

/**
 * Creates a unix socket that is forwarded to a TCP port of this machine. Unix sockets in the file system are independent of network
 * namespaces, so the lab reaches the control plane without a link into the machine's own network. Throws if the path is too long or in use.
 */
export async function startUplink(options: UplinkOptions): Promise<Uplink> {
  const { socket, target } = options;
  if (Buffer.byteLength(socket) > MAX_SOCKET_PATH) {
    throw new Error(
      `The socket path ${socket} is longer than ${MAX_SOCKET_PATH} bytes; choose a shorter state folder.`,
    );
  }
  if (await isServed(socket)) throw new Error(`Another process already serves ${socket}.`);
  await rm(socket, { force: true });
  const { server, connections } = await startRelay({ path: socket }, target);
  await chmod(socket, 0o600);
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ path });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
