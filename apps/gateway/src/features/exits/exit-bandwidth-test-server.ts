import { createServer, type Socket } from 'node:net';
import { exitMeasure } from '@comet/contract';
import { sendBytes, measureThroughput } from '@comet/linux-network';
import { TokenBuckets } from '../../platform/admission-server/token-buckets.ts';

/** Maximum time of one measurement in ms, including the buffers of a slow connection. */
const timeout = 15_000;
/** An exit measures twice a day, and twice after a restart. */
const requestLimits = { burst: 8, perSecond: 8 / 86_400, keys: 1 };
/** `down 4000000` and a line feed. */
const maxRequestLength = 16;

export interface ExitBandwidthTestServer {
  close(): Promise<void>;
}

/** Sends bytes to an exit or receives them, at the gateway's end of their tunnel, so that the exit measures its bandwidth. */
export async function openExitBandwidthTestServer(options: {
  readonly address: string;
  readonly peer: string;
  readonly port: number;
}): Promise<ExitBandwidthTestServer> {
  const buckets = new TokenBuckets(requestLimits);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    const isExit = socket.remoteAddress === options.peer;
    if (!isExit || !buckets.take(options.peer, performance.now())) return void socket.destroy();
    for (const before of open) before.destroy();
    open.add(socket);
    const timer = setTimeout(() => socket.destroy(), timeout);
    socket.once('close', () => {
      open.delete(socket);
      clearTimeout(timer);
    });
    respond(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.address, port: options.port, backlog: 4 }, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

async function respond(socket: Socket): Promise<void> {
  const request = await lineFrom(socket);
  const [, direction, count] = /^(down|up) (\d{1,7})$/.exec(request) ?? [];
  const bytes = Number(count);
  if (direction === undefined || bytes < 1 || bytes > exitMeasure.maxBytes) return void socket.destroy();
  if (direction === 'down') {
    await sendBytes(socket, bytes);
    socket.end();
  } else {
    // Further bytes are discarded until the exit has read the result and closes.
    const { bytesPerSecond } = await measureThroughput(socket, bytes);
    socket.end(`${bytesPerSecond ?? 0}\n`);
  }
}

/** Reads the first line; further bytes are returned to the socket. */
function lineFrom(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const take = (part: Buffer) => {
      received = Buffer.concat([received, part]);
      const end = received.indexOf(0x0a);
      if (end === -1 && received.length <= maxRequestLength) return;
      socket.off('data', take).pause();
      const rest = received.subarray(end + 1);
      if (end !== -1 && rest.length > 0) socket.unshift(rest);
      resolve(received.toString('latin1', 0, Math.max(0, end)));
    };
    socket.on('data', take).once('close', () => resolve(''));
  });
}
