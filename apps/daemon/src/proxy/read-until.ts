import type { Socket } from 'node:net';

/**
 * Reads until `lengthOf` says how long the message at the beginning is; what follows it stays in the socket. Null when the socket ends
 * before that, or after `longest` bytes without an answer.
 */
export function readUntil(
  socket: Socket,
  lengthOf: (heard: Buffer) => number | null,
  longest: number,
): Promise<Buffer | null> {
  let heard: Buffer = Buffer.alloc(0);
  return new Promise((resolve) => {
    const settle = (message: Buffer | null): void => {
      socket.off('readable', look).off('end', ended).off('close', ended);
      resolve(message);
    };
    const ended = (): void => settle(null);
    const look = (): void => {
      for (let chunk = read(); chunk !== null; chunk = read()) {
        heard = Buffer.concat([heard, chunk]);
        const length = lengthOf(heard);
        if (length !== null && length <= heard.length) {
          if (length < heard.length) socket.unshift(heard.subarray(length));
          return settle(heard.subarray(0, length));
        }
        if (heard.length > longest) return settle(null);
      }
    };
    const read = (): Buffer | null => socket.read() as Buffer | null;
    socket.on('readable', look).on('end', ended).on('close', ended);
    if (socket.destroyed) ended();
    else look();
  });
}
