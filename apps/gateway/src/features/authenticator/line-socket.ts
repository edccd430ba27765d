import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Calls `take` for each received line without its line end; a line over `maxLength` characters ends the connection. */
export function readLines(socket: Readable, maxLength: number, take: (line: string) => void): void {
  let rest: string[] = [];
  let length = 0;
  socket.setEncoding('utf8').on('data', (text: string) => {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      const line = rest.join('') + text.slice(from, at);
      rest = [];
      length = 0;
      from = at + 1;
      take(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    if (from === text.length) return;
    rest.push(text.slice(from));
    length += text.length - from;
    if (length > maxLength) socket.destroy();
  });
}

/** Connects to a unix socket; resolves with null where no process listens. */
export function connectTo(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    // Errors are followed by `close`, which users of the connection handle.
    socket.on('error', () => resolve(null));
  });
}
