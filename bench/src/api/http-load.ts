import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Result of a wave of requests. */
export interface Load {
  /** Latency of every response in order of arrival, in ms from the request's last byte to the response's last byte. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
}

/** A wave of requests. */
export interface Wave {
  readonly port: number;
  /** Number of keep-alive connections with one pending request each. */
  readonly workers: number;
  /** Pause of a connection after a response in ms; default 0. */
  readonly pauseMs?: number;
  /** Returns the bytes of the nth request; null ends the wave. */
  requestOf(index: number): Buffer | null;
  /** Required status of every response. */
  readonly status: number;
}

/** Sends a wave over plain sockets, which keeps the load generator's CPU use low. Throws for any other status than `status`. */
export async function sendWave(wave: Wave): Promise<Load> {
  const workers = await Promise.all(
    Array.from({ length: wave.workers }, () => unknownDeviceClass(wave.port)),
  );
  const milliseconds: number[] = [];
  let next = 0;
  const ask = () => wave.requestOf(next++);
  const started = performance.now();
  try {
    await Promise.all(
      workers.map(async (worker) => {
        for (let request = ask(); request !== null; request = ask()) {
          const startedAt = performance.now();
          const response = await worker(request);
          milliseconds.push(performance.now() - startedAt);
          if (wave.pauseMs !== undefined) await sleep(wave.pauseMs);
          if (!response.startsWith(`HTTP/1.1 ${wave.status} `)) throw new Error(`Answered: ${response}`);
        }
      }),
    );
    return { milliseconds, seconds: (performance.now() - started) / 1000 };
  } finally {
    for (const worker of workers) worker.close();
  }
}

interface Worker {
  /** Sends one request and reads the response: an ASCII head, with or without Content-Length, and the body. */
  (request: Buffer): Promise<string>;
  close(): void;
}

async function unknownDeviceClass(port: number): Promise<Worker> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = '';
  let waiting: PromiseWithResolvers<string> | null = null;
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail).on('close', () => fail(new Error('The server closed the connection')));
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    waiting?.resolve(received);
    received = '';
  });
  const ask = (request: Buffer) => {
    waiting = Promise.withResolvers();
    socket.write(request);
    return waiting.promise;
  };
  return Object.assign(ask, { close: () => socket.destroy() });
}
