import type { Socket } from 'node:net';

/** Maximum time in ms for the measurement of one direction: a slow line is not saturated for longer. */
const maxDurationMs = 2_000;
const chunk = Buffer.alloc(65_536);

/** Returns the rate of received bytes; null if they were too few, or arrived too fast, to measure. */
export interface Throughput {
  readonly bytes: number;
  readonly bytesPerSecond: number | null;
}

/** Sends a number of bytes as fast as possible; ends early if the other side closes. */
export async function sendBytes(socket: Socket, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && socket.writable; left -= chunk.length) {
    if (!socket.write(left < chunk.length ? chunk.subarray(0, left) : chunk)) await drained(socket);
  }
}

/** Receives until a number of bytes, a time limit, or the end by the other side. Later bytes are discarded. */
export function measureThroughput(socket: Socket, bytes: number): Promise<Throughput> {
  return new Promise((resolve) => {
    const seen: Seen[] = [];
    let total = 0;
    const finish = () => {
      clearTimeout(timer);
      resolve({ bytes: total, bytesPerSecond: throughputOf(seen) });
    };
    const timer = setTimeout(finish, maxDurationMs);
    socket.on('data', (part: Buffer) => {
      total += part.length;
      seen.push({ at: performance.now(), total });
      if (total >= bytes) finish();
    });
    socket.once('end', finish).once('close', finish).resume();
  });
}

interface Seen {
  /** Milliseconds. */
  readonly at: number;
  readonly total: number;
}

/** Measures the second half of the bytes only, after TCP's slow start. */
export function throughputOf(seen: readonly Seen[]): number | null {
  const last = seen.at(-1);
  const half = seen.find(({ total }) => total >= (last?.total ?? 0) / 2);
  if (last === undefined || half === undefined || last.at - half.at < 1) return null;
  return Math.round(((last.total - half.total) * 1_000) / (last.at - half.at));
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      socket.off('drain', settle).off('close', settle);
      resolve();
    };
    socket.on('drain', settle).on('close', settle);
  });
}
