import { parseIp } from '@comet/foundation';
import { ExitConnection } from './exit-connection.ts';
import type { ConnectByExit } from './open-exit.ts';
import type { Outlet } from '../proxy-messages.ts';
import { type EgressTarget, type Step, upstreamSteps } from './upstream-handshake.ts';

/**
 * Source ports of the proxy's connections, all below the system's range (32,768 on; ip(7)): a port bound inside it slows down
 * the search for a free one by every other connection of the machine. The range also excludes ports of common services.
 */
const firstPort = 10_240;

const portCount = 22_000;

/**
 * Returns ports in an unpredictable order (RFC 6056 §3.3). None is repeated before at least half of the others: a connection that
 * has just ended keeps its port for that destination, and detecting that costs as much as connecting.
 */
export class LocalPorts {
  readonly #random: () => number;
  readonly #order = Uint16Array.from({ length: portCount }, (_, index) => firstPort + index);
  #at = 0;

  /** `random` in [0, 1). */
  constructor(random: () => number) {
    this.#random = random;
    for (let index = portCount - 1; index > 0; index -= 1)
      this.#swap(index, Math.floor(random() * (index + 1)));
  }

  next(): number {
    const port = this.#order[this.#at] ?? firstPort;
    // Swapped with a recently used one too, so that the next round has another order.
    this.#swap(this.#at, (this.#at + portCount - Math.floor((this.#random() * portCount) / 2)) % portCount);
    this.#at = (this.#at + 1) % portCount;
    return port;
  }

  #swap(one: number, other: number): void {
    const saved = this.#order[one] ?? firstPort;
    this.#order[one] = this.#order[other] ?? firstPort;
    this.#order[other] = saved;
  }
}

/** `exit`: another exit may succeed; the other failures are the target's. */
export type ConnectFailure = 'exit' | 'refused' | 'unreachable' | 'timeout';

export const ports = new LocalPorts(Math.random);
/** Maximum number of local ports tried for one connection. */
export const maxPorts = 6;

/** Default timeout of a connection attempt to one address, in milliseconds. */
export const connectTimeout = 10_000;

/** Failures by error code of connect(2) and bind(2). */
const failuresByCode: Readonly<Record<string, ConnectFailure>> = {
  EADDRNOTAVAIL: 'exit',
  ENETUNREACH: 'exit',
  ENETDOWN: 'exit',
  EHOSTUNREACH: 'unreachable',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  ETIMEDOUT: 'timeout',
};

/** Connects from this process, not from the relay. */
export const connectHere: ConnectByExit<ExitConnection> = ({ view }, target) =>
  connectByOutlet(view.outlet, target);

/** Connects to an address through an exit's outlet; through a provider, after a handshake with its proxy. */
export async function connectByOutlet(
  outlet: Outlet,
  target: EgressTarget,
  timeout = connectTimeout,
): Promise<ExitConnection | ConnectFailure> {
  if (outlet.kind === 'local') {
    const localAddress = parseIp(target.host)?.family === 6 ? outlet.ipv6 : outlet.ipv4;
    if (localAddress === null) return 'unreachable';
    for (let tries = 1; ; tries += 1) {
      // Few ports are in use, since those of other destinations do not count; for the last try the system chooses the port.
      const port = tries === maxPorts ? 0 : ports.next();
      const options = { host: target.host, port: target.port, local: { address: localAddress, port } };
      const connected = await connectSocket(new ExitConnection(options), [], timeout);
      if (connected !== 'port') return connected;
      if (tries === maxPorts) return 'exit';
    }
  }
  const options = { host: outlet.host, port: outlet.port, local: null };
  const connected = await connectSocket(new ExitConnection(options), upstreamSteps(outlet, target), timeout);
  // A failure at a provider may be caused by the provider or the target.
  return typeof connected === 'string' ? 'exit' : connected;
}

function connectSocket(
  connection: ExitConnection,
  steps: readonly Step[],
  timeout: number,
): Promise<ExitConnection | ConnectFailure | 'port'> {
  const { socket } = connection;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | null = setTimeout(() => fail('timeout'), timeout);
    const settle = (outcome: ExitConnection | ConnectFailure | 'port'): void => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      socket.off('error', failed);
      resolve(outcome);
    };
    const fail = (failure: ConnectFailure | 'port'): void => {
      socket.destroy();
      settle(failure);
    };
    const failed = ({ code, syscall }: NodeJS.ErrnoException): void => {
      const isPortInUse = code === 'EADDRINUSE' || (code === 'EADDRNOTAVAIL' && syscall === 'connect');
      fail(isPortInUse ? 'port' : (failuresByCode[code ?? ''] ?? 'exit'));
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
  fail: (failure: ConnectFailure) => void,
): void {
  const { socket } = connection;
  const left = [...steps];
  let received: Buffer = Buffer.alloc(0);
  const sendRequest = (): void => void socket.write(left[0]?.request ?? '');
  const receive = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    const read = left[0]?.read(received) ?? 'refused';
    if (read === 'more') return;
    if (read === 'refused') return fail('exit');
    received = received.subarray(read);
    left.shift();
    if (left.length > 0) return sendRequest();
    socket.off('data', receive).pause();
    if (received.length > 0) socket.unshift(received);
    settle(connection);
  };
  socket.on('data', receive);
  sendRequest();
}
