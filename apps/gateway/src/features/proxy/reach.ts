import { parseIp } from '@comet/foundation';
import { ExitConnection } from './exit-connection.ts';
import { LocalPorts } from './local-ports.ts';
import type { Reach } from './open-exit.ts';
import type { Outlet } from './proxy-messages.ts';
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
export const reachHere: Reach<ExitConnection> = ({ view }, asked) => reach(view.outlet, asked);

/** Connects to an address by an exit's outlet; a provider's proxy is spoken to first. */
export async function reach(
  outlet: Outlet,
  asked: Asked,
  patience = ordinary,
): Promise<ExitConnection | ReachFailure> {
  if (outlet.kind === 'local') {
    const localAddress = parseIp(asked.host)?.family === 6 ? outlet.ipv6 : outlet.ipv4;
    if (localAddress === null) return 'unreachable';
    for (let tries = 1; ; tries += 1) {
      // Ports that end up in use are few, since those of other destinations do not count; the last try leaves it to the system.
      const port = tries === mostPorts ? 0 : ports.next();
      const way = { host: asked.host, port: asked.port, local: { address: localAddress, port } };
      const reached = await connected(new ExitConnection(way), [], patience);
      if (reached !== 'port') return reached;
      if (tries === mostPorts) return 'exit';
    }
  }
  const way = { host: outlet.host, port: outlet.port, local: null };
  const reached = await connected(new ExitConnection(way), upstreamSteps(outlet, asked), patience);
  // Whatever a provider does not do may be its own fault as well as the target's.
  return typeof reached === 'string' ? 'exit' : reached;
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
  const { socket } = connection;
  const left = [...steps];
  let heard: Buffer = Buffer.alloc(0);
  const say = (): void => void socket.write(left[0]?.say ?? '');
  const hear = (chunk: Buffer): void => {
    heard = Buffer.concat([heard, chunk]);
    const read = left[0]?.read(heard) ?? 'refused';
    if (read === 'more') return;
    if (read === 'refused') return fail('exit');
    heard = heard.subarray(read);
    left.shift();
    if (left.length > 0) return say();
    socket.off('data', hear).pause();
    if (heard.length > 0) socket.unshift(heard);
    settle(connection);
  };
  socket.on('data', hear);
  say();
}
