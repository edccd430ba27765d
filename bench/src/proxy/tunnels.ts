import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a tunnel to the origin is asked for; null where one is there by itself. */
export type Request = Buffer | null;

/** What CONNECT looks like for those who ask for a password. */
export function connectRequest(origin: number): Buffer {
  const basic = Buffer.from('abc123:word').toString('base64');
  const authority = `127.0.0.1:${origin}`;
  return Buffer.from(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`,
  );
}

const sink = Buffer.allocUnsafeSlow(1_048_576);

/** An open tunnel; what comes through it is only counted. */
interface Tunnel {
  readonly socket: Socket;
  bytes: number;
}

/** Rejects when the proxy answers anything but 2xx. */
export function openTunnel(port: number, request: Request): Promise<Tunnel> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: sink,
        callback(length) {
          if (!isOpen) {
            const head = sink.toString('latin1', 0, Math.min(length, 12));
            if (!/^HTTP\/1\.[01] 2/.test(head)) reject(new Error(`The proxy answered: ${head}`));
            isOpen = true;
            resolve(tunnel);
          } else tunnel.bytes += length;
          return true;
        },
      },
    });
    const tunnel: Tunnel = { socket, bytes: 0 };
    socket.on('error', reject);
    socket.once('connect', () => {
      if (request !== null) return void socket.write(request);
      isOpen = true;
      resolve(tunnel);
    });
  });
}

/** Gbit/s of so many downloads at once. */
export async function download(
  port: number,
  request: Request,
  streams: number,
  seconds: number,
): Promise<number> {
  const tunnels = await Promise.all(Array.from({ length: streams }, () => openTunnel(port, request)));
  for (const { socket } of tunnels) socket.write('go\n');
  await sleep(300);
  const began = performance.now();
  const before = tunnels.reduce((sum, { bytes }) => sum + bytes, 0);
  await sleep(seconds * 1000);
  const bytes = tunnels.reduce((sum, one) => sum + one.bytes, 0) - before;
  const figure = (bytes * 8) / (performance.now() - began) / 1e6;
  for (const { socket } of tunnels) socket.destroy();
  await sleep(200);
  return Math.round(figure * 1000) / 1000;
}

/** Tunnels opened and closed a second, so many at a time. */
export async function tunnelRate(
  port: number,
  request: Request,
  lanes: number,
  seconds: number,
): Promise<number> {
  const began = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() - began < seconds * 1000) {
        const { socket } = await openTunnel(port, request);
        socket.destroy();
        count += 1;
      }
    }),
  );
  return Math.round((count * 1000) / (performance.now() - began));
}
