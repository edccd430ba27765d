import { connect } from 'node:net';

/** Maximum time in ms for a TCP connection to be accepted: a lost SYN is sent again after 1 s. */
const timeout = 3_000;
/** Further time in ms for a port after another port of the host has responded. */
const grace = 2_000;
/** Delay in ms between the starts of two connections (RFC 8305 §5). */
const stagger = 250;

/** `open`: the port accepts connections. `other_port`: only another one does. `unreachable`: none of them does. */
export type TcpReachability = 'open' | 'other_port' | 'unreachable';

/** Whether a host accepts TCP connections at `port`, or at one of `others`. All are tried in parallel. */
export type TcpConnect = (
  host: string,
  port: number,
  others: readonly number[],
  signal: AbortSignal,
) => Promise<TcpReachability>;

/** Opens TCP connections 250 ms apart (RFC 8305 §5) and closes them at once. A host that does not respond within 3 s is `unreachable`. */
export const tcpConnect: TcpConnect = (host, port, others, signal) =>
  reachWith((one, end) => accepts(host, one, end), port, others, signal);

/** Like `tcpConnect` with any function that opens one connection. `accepts` resolves with false if it fails or its signal is aborted. */
export function reachWith(
  accepts: (port: number, signal: AbortSignal) => Promise<boolean>,
  port: number,
  others: readonly number[],
  signal: AbortSignal,
): Promise<TcpReachability> {
  const { promise, resolve } = Promise.withResolvers<TcpReachability>();
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  const timers: NodeJS.Timeout[] = [];
  const later = (milliseconds: number, callback: () => void) =>
    timers.push(setTimeout(callback, milliseconds));
  const ports = [port, ...others.filter((one) => one !== port)];
  let open = ports.length;
  let isOtherOpen = false;
  const settle = () => resolve(isOtherOpen ? 'other_port' : 'unreachable');

  async function tryOne(one: number): Promise<void> {
    const isAccepted = await accepts(one, end);
    open -= 1;
    if (isAccepted && one === port) resolve('open');
    else if (isAccepted && !isOtherOpen) {
      isOtherOpen = true;
      later(grace, settle);
    }
    if (open === 0) settle();
  }

  for (const [index, one] of ports.entries()) {
    if (index === 0) void tryOne(one);
    else later(index * stagger, () => void tryOne(one));
  }
  later(timeout, settle);
  signal.addEventListener('abort', settle, { once: true });
  return promise.finally(() => {
    signal.removeEventListener('abort', settle);
    for (const timer of timers) clearTimeout(timer);
    over.abort();
  });
}

function accepts(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal });
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
