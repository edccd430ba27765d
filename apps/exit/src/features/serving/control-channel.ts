import { connect } from 'node:net';
import {
  exitOrder,
  type ExitOrder,
  exitReport,
  type ExitReport,
  exitSilence,
  maxExitLineLength,
} from '@comet/contract';

export interface ControlChannel {
  /** Reports a change to the gateway at once, before its next request. */
  reportNow(): void;
  /** Resolves with the reason when the gateway is no longer reachable. */
  readonly ended: Promise<string>;
  end(): void;
}

export interface ControlChannelOptions {
  /** Our end of the tunnel, the gateway's, and its port. */
  readonly from: string;
  readonly to: string;
  readonly port: number;
  onOrder(order: ExitOrder): void;
  /** Returns the report that is sent in response. */
  report(): Omit<ExitReport, 'beat'>;
}

/** The tunnel's first handshake is part of the first connection. */
const connectTimeout = 8_000;

/** Responds to the gateway's requests until they stop. */
export function openControlChannel(options: ControlChannelOptions): ControlChannel {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host: options.to, port: options.port, localAddress: options.from });
  let beat = 0;
  let reason = 'the gateway closed the connection';
  let rest = '';
  const closeWith = (why: string) => () => {
    reason = why;
    socket.destroy();
  };
  let silence = setTimeout(closeWith('the gateway cannot be reached through the tunnel'), connectTimeout);

  function reportNow(): void {
    if (beat > 0) socket.write(`${JSON.stringify(exitReport.parse({ ...options.report(), beat }))}\n`);
  }

  function take(line: string): boolean {
    const order = orderIn(line);
    if (order === null || order.beat <= beat) return false;
    clearTimeout(silence);
    silence = setTimeout(closeWith('the gateway fell silent'), exitSilence.atExit);
    beat = order.beat;
    options.onOrder(order);
    reportNow();
    return true;
  }

  socket.setNoDelay(true);
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const good =
      rest.length <= maxExitLineLength &&
      lines.every((line) => line.length <= maxExitLineLength && take(line));
    if (!good) closeWith('the gateway sent an invalid order')();
  });
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.once('close', () => {
    clearTimeout(silence);
    resolve(reason);
  });
  return { reportNow, ended, end: () => socket.destroy() };
}

function orderIn(line: string): ExitOrder | null {
  try {
    const parsed = exitOrder.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
