import { connect } from 'node:net';

const measureTimeout = 1_500;

/** Milliseconds until a TCP connection stood; null where none did. */
export function connectTime(host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const start = performance.now();
    const socket = connect({ host, port, timeout: measureTimeout });
    const finish = (time: number | null): void => {
      socket.destroy();
      resolve(time);
    };
    socket.once('connect', () => finish(performance.now() - start));
    socket.once('timeout', () => finish(null));
    socket.once('error', () => finish(null));
  });
}
