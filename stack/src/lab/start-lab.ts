import { join } from 'node:path';
import { attachLab, createLab, destroyLeftovers, type Lab, startUplink } from '@comet/lab';
import { portBlock } from '../addresses.ts';
import type { Cleanup } from '../service/cleanup.ts';
import type { StateFolder } from '../state/folder.ts';
import { mkdir } from 'node:fs/promises';

/** Maximum length of a unix socket's path on Linux in bytes (`sun_path` of unix(7) without the terminating zero). */
const MAX_SOCKET_PATH = 107;

/** Returns `NAME` in `folder`, or in /run/comet-ID if that path is too long for a socket. Creates the folder. */
async function socketPath(folder: string, name: string, id: string): Promise<string> {
  const path = join(folder, name);
  const parent = Buffer.byteLength(path) <= MAX_SOCKET_PATH ? folder : `/run/comet-${id}`;
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return join(parent, name);
}

/** URL of the API inside the lab: a name of the lab's zone, relayed to the uplink. */
export const API_IN_LAB = 'http://api.comet.test';

/** URL of the releases inside the lab: served by the sandbox, relayed in the same way. */
export const RELEASES_IN_LAB = 'http://releases.comet.test/releases/stable/';

/** A page of the lab's internet that returns the caller's address. */
export const ECHO_IN_LAB = 'http://echo.comet.test/json';

/** A lab whose client's environment contains the daemon's socket and the `comet` command. */
export interface StackLab {
  readonly lab: Lab;
  /** The daemon's socket on the client. */
  readonly socket: string;
  /** The client's tunnel interface. wireguard-go's sockets are in one folder for all namespaces, so its name contains the lab's id. */
  readonly tunnel: string;
}

/** Returns the path of the unix socket of the lab's CONNECT proxy, by which this machine reaches the lab. */
export const connectProxyPath = (folder: StateFolder): Promise<string> =>
  socketPath(folder.lab, 'way.sock', folder.id);

/**
 * Creates the lab of a state folder after removing leftovers of a crash, and connects it to the API's and the sandbox's port.
 * `connectProxySocket` is the socket of its CONNECT proxy.
 */
export async function startLab(
  folder: StateFolder,
  port: number,
  connectProxySocket: string,
  cleanup: Cleanup,
): Promise<StackLab> {
  const { id } = folder;
  const [apiSocket, releasesSocket, socket] = await Promise.all([
    socketPath(folder.lab, 'api.sock', id),
    socketPath(folder.lab, 'releases.sock', id),
    socketPath(join(folder.lab, 'client'), 'cometd.sock', id),
  ]);
  const ports = portBlock(port);
  for (const [to, from] of [
    [ports.api, apiSocket],
    [ports.sandbox, releasesSocket],
  ] as const) {
    const uplink = await startUplink({ socket: from, target: { host: '127.0.0.1', port: to } });
    await cleanup.defer(() => uplink.close());
  }
  await destroyLeftovers(id);
  const bare = await createLab({
    id,
    stateDir: folder.lab,
    apiSocket,
    releasesSocket,
    connectProxySocket: connectProxySocket,
  });
  await cleanup.defer(() => bare.destroy());
  const tunnel = `comet-${id}`;
  const path = [folder.bin, process.env.PATH].filter(Boolean).join(':');
  const client = { COMET_SOCKET: socket, COMET_INTERFACE: tunnel, PATH: path };
  return { lab: attachLab({ ...bare.describe(), env: { client } }), socket, tunnel };
}
