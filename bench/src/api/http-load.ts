import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a wave of requests met with. */
export interface Load {
  /** Of every answer in the order of arrival: milliseconds from the request's last byte to the answer's. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
}

/** What to send, where, and how. */
export interface Wave {
  readonly port: number;
  /** Number of keep-alive connections with one pending request each. */
  readonly workers: number;
  /** How long a lane rests after an answer; absent: not at all. */
  readonly pauseMs?: number;
  /** The bytes of the nth request, or null when it is enough. */
  requestOf(index: number): Buffer | null;
  /** The status that every answer must have. */
  readonly status: number;
}

/** Sends a wave over plain sockets, so that the asking side stays light. Throws on any other answer than the wanted one. */
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
          const asked = performance.now();
          const answer = await worker(request);
          milliseconds.push(performance.now() - asked);
          if (wave.pauseMs !== undefined) await sleep(wave.pauseMs);
          if (!answer.startsWith(`HTTP/1.1 ${wave.status} `)) throw new Error(`Answered: ${answer}`);
        }
      }),
    );
    return { milliseconds, seconds: (performance.now() - started) / 1000 };
  } finally {
    for (const worker of workers) worker.close();
  }
}

interface Worker {
  /** Sends one request and reads its answer: an ASCII head with a Content-Length, or none, and the body. */
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
