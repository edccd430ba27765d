import { parseIp } from '@comet/foundation';
import { ExitConnection } from './exit-connection.ts';
import type { Reach } from './open-exit.ts';
import type { Outlet } from '../proxy-messages.ts';
import { type Asked, type Step, upstreamSteps } from './upstream-handshake.ts';

/**
 * Source ports of the proxy's connections, all below the system's range (32,768 on; ip(7)): a port bound inside it slows down
 * the search for a free one by every other connection of the machine. The range also excludes ports of common services.
 */
const first = 10_240;

const count = 22_000;

/**
 * Returns ports in an unpredictable order (RFC 6056 §3.3). None is repeated before at least half of the others: a connection
 * that has just ended keeps its port for that destination, and finding out costs as much as connecting.
 */
export class LocalPorts {
  readonly #random: () => number;
  readonly #order = Uint16Array.from({ length: count }, (_, index) => first + index);
  #at = 0;

  /** `random` in [0, 1). */
  constructor(random: () => number) {
    this.#random = random;
    for (let index = count - 1; index > 0; index -= 1) this.#swap(index, Math.floor(random() * (index + 1)));
  }

  next(): number {
    const port = this.#order[this.#at] ?? first;
    // Swapped with a recently used one too, so that the next round has another order.
    this.#swap(this.#at, (this.#at + count - Math.floor((this.#random() * count) / 2)) % count);
    this.#at = (this.#at + 1) % count;
    return port;
  }

  #swap(one: number, other: number): void {
    const kept = this.#order[one] ?? first;
    this.#order[one] = this.#order[other] ?? first;
    this.#order[other] = kept;
  }
}

/** `exit`: another exit may do better; the others are the target's own. */
export type ReachFailure = 'exit' | 'refused' | 'unreachable' | 'timeout';

export const ports = new LocalPorts(Math.random);
/** Ports that are tried for one connection. */
export const mostPorts = 6;

/** Default timeout of a connection attempt to one address, in milliseconds. */
export const ordinary = 10_000;

/** Error codes for an exit that is gone, and for an unreachable target. */
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

/** Connects to an address by an exit's outlet; by a provider, after a handshake with its proxy. */
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
      const egressRoute = { host: asked.host, port: asked.port, local: { address: localAddress, port } };
      const reached = await connected(new ExitConnection(egressRoute), [], patience);
      if (reached !== 'port') return reached;
      if (tries === mostPorts) return 'exit';
    }
  }
  const egressRoute = { host: outlet.host, port: outlet.port, local: null };
  const reached = await connected(new ExitConnection(egressRoute), upstreamSteps(outlet, asked), patience);
  // A failure at a provider may be caused by the provider or the target.
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
      else exchangeHandshake(connection, steps, settle, fail);
    });
    if (steps.length > 0) socket.once('close', () => fail('exit'));
  });
}

function exchangeHandshake(
  connection: ExitConnection,
  steps: readonly Step[],
  settle: (connection: ExitConnection) => void,
  fail: (failure: ReachFailure) => void,
): void {
  const { socket } = connection;
  const left = [...steps];
  let received: Buffer = Buffer.alloc(0);
  const say = (): void => void socket.write(left[0]?.say ?? '');
  const receive = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    const read = left[0]?.read(received) ?? 'refused';
    if (read === 'more') return;
    if (read === 'refused') return fail('exit');
    received = received.subarray(read);
    left.shift();
    if (left.length > 0) return say();
    socket.off('data', receive).pause();
    if (received.length > 0) socket.unshift(received);
    settle(connection);
  };
  socket.on('data', receive);
  say();
}
