import { parseIp } from '@comet/foundation';
import { ExitConnection } from './exit-connection.ts';
import { LocalPorts } from './local-ports.ts';
import type { Reach } from './open-exit.ts';
import type { Outlet, UpstreamOutlet } from './proxy-messages.ts';
import type { ReadBuffers } from './read-buffers.ts';
import { type Asked, type Step, upstreamSteps } from './upstream-handshake.ts';

/** `exit`: another exit may do better; the others are the target's own. */
export type ReachFailure = 'exit' | 'refused' | 'unreachable' | 'timeout';

export const ports = new LocalPorts(Math.random);
/** Ports that are tried for one connection. */
export const mostPorts = 6;

/** Milliseconds for an address to answer, unless told otherwise. */
export const ordinary = 10_000;

/** What the system says of an exit that is not there any more, and of a target that is not. */
const failures: Readonly<Record<string, ReachFailure>> = {
  EADDRNOTAVAIL: 'exit',
  ENETUNREACH: 'exit',
  ENETDOWN: 'exit',
  EHOSTUNREACH: 'unreachable',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  ETIMEDOUT: 'timeout',
};

/** Connections of this process. */
export function reachHere(buffers: ReadBuffers): Reach<ExitConnection> {
  return ({ view }, asked) => reach(view.outlet, asked, buffers);
}

/** Connects to an address by an exit's outlet; a provider's proxy is spoken to first. */
export async function reach(
  outlet: Outlet,
  asked: Asked,
  buffers: ReadBuffers,
  patience = ordinary,
): Promise<ExitConnection | ReachFailure> {
  if (outlet.kind === 'local') {
    const localAddress = parseIp(asked.host)?.family === 6 ? outlet.ipv6 : outlet.ipv4;
    if (localAddress === null) return 'unreachable';
    for (let tries = 1; ; tries += 1) {
      // Ports that end up in use are few, since those of other destinations do not count; the last try leaves it to the system.
      const port = tries === mostPorts ? 0 : ports.next();
      const way = { host: asked.host, port: asked.port, local: { address: localAddress, port } };
      const reached = await connected(new ExitConnection(way, buffers), [], patience);
      if (reached !== 'port') return reached;
      if (tries === mostPorts) return 'exit';
    }
  }
  return (await askProvider(outlet, upstreamSteps(outlet, asked), buffers, patience)) ?? 'exit';
}

/** A connection to a provider's proxy that has been through these steps; null where it was not. Whatever a provider does not do may be its own fault as well as the target's. */
export async function askProvider(
  { host, port }: UpstreamOutlet,
  steps: readonly Step[],
  buffers: ReadBuffers,
  patience = ordinary,
): Promise<ExitConnection | null> {
  const reached = await connected(new ExitConnection({ host, port, local: null }, buffers), steps, patience);
  return typeof reached === 'string' ? null : reached;
}

function connected(
  connection: ExitConnection,
  steps: readonly Step[],
  patience: number,
): Promise<ExitConnection | ReachFailure | 'port'> {
  const { socket } = connection;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | null = setTimeout(() => fail('timeout'), patience);
    const settle = (outcome: ExitConnection | ReachFailure | 'port'): void => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      socket.off('error', failed);
      resolve(outcome);
    };
    const fail = (failure: ReachFailure | 'port'): void => {
      socket.destroy();
      settle(failure);
    };
    const failed = ({ code, syscall }: NodeJS.ErrnoException): void => {
      const isPortTaken = code === 'EADDRINUSE' || (code === 'EADDRNOTAVAIL' && syscall === 'connect');
      fail(isPortTaken ? 'port' : (failures[code ?? ''] ?? 'exit'));
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      if (steps.length === 0) settle(connection);
      else converse(connection, steps, settle, fail);
    });
    if (steps.length > 0) socket.once('close', () => fail('exit'));
  });
}

function converse(
  connection: ExitConnection,
  steps: readonly Step[],
  settle: (connection: ExitConnection) => void,
  fail: (failure: ReachFailure) => void,
): void {
  const left = [...steps];
  let heard = Buffer.alloc(0);
  const say = (): void => void connection.socket.write(left[0]?.say ?? '');
  connection.start((chunk) => {
    heard = Buffer.concat([heard, chunk]);
    const read = left[0]?.read(heard) ?? 'refused';
    if (read === 'more') return true;
    if (read === 'refused') {
      fail('exit');
      return false;
    }
    heard = heard.subarray(read);
    left.shift();
    if (left.length > 0) {
      say();
      return true;
    }
    connection.keepForNext(heard);
    settle(connection);
    return false;
  });
  say();
}
