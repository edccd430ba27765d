import type { Socket } from 'node:net';

/** Milliseconds that one direction of a line is measured at most: a slow line is not filled for longer than that. */
const longest = 2_000;
const chunk = Buffer.alloc(65_536);

/** How fast bytes came. Null where they were too few, or came at once, to say. */
export interface Pace {
  readonly bytes: number;
  readonly bytesPerSecond: number | null;
}

/** Sends so many bytes as fast as they are taken; ends early when the other side has seen enough. */
export async function pour(socket: Socket, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && socket.writable; left -= chunk.length) {
    if (!socket.write(left < chunk.length ? chunk.subarray(0, left) : chunk)) await drained(socket);
  }
}

/** Takes what comes until there are so many bytes, the time is over, or the other side ends. What comes later is thrown away. */
export function takePace(socket: Socket, bytes: number): Promise<Pace> {
  return new Promise((resolve) => {
    const seen: Seen[] = [];
    let total = 0;
    const finish = () => {
      clearTimeout(timer);
      resolve({ bytes: total, bytesPerSecond: paceOf(seen) });
    };
    const timer = setTimeout(finish, longest);
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

/** Of the latter half of the bytes: the first half is how long TCP takes to find its speed. */
export function paceOf(seen: readonly Seen[]): number | null {
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
