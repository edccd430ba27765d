import type { Duplex } from 'node:stream';
import { isIp } from '@comet/foundation';
import type { TLSSocket } from 'node:tls';
import type { Target } from './access-route.ts';

/** Verifies the target at the other end of a byte stream. Rejects, with the stream destroyed, if its certificate is not valid for its name. */
export type Verify = (stream: Duplex, target: Target, signal: AbortSignal) => Promise<Duplex>;

/**
 * Returns a function that verifies by TLS, with the certificate authorities of Node. TLS sessions are resumed per host name; a session is
 * kept only from a verified connection. Without TLS (a lab) the stream is returned unchanged.
 */
export function verifyByTls(): Verify {
  const sessions = new Map<string, Buffer>();

  return (stream, { host, port, usesTls }, signal) => {
    if (!usesTls) return Promise.resolve(stream);
    const key = `${host}:${port}`;
    const session = sessions.get(key);
    return new Promise<TLSSocket>((resolve, reject) => {
      const socket = process.getBuiltinModule('node:tls').connect({
        socket: stream,
        host,
        // RFC 6066 §3: no IP addresses.
        servername: isIp(host) ? '' : host,
        ALPNProtocols: ['http/1.1'],
        minVersion: 'TLSv1.2',
        ...(session === undefined ? {} : { session }),
      });
      const fail = (error: Error): void => {
        finish();
        sessions.delete(key);
        socket.destroy();
        stream.destroy();
        reject(error);
      };
      const abort = (): void => fail(new Error('aborted'));
      const close = (): void => fail(new Error('the connection ended during the TLS handshake'));
      const finish = (): void => {
        signal.removeEventListener('abort', abort);
        socket.off('error', fail).off('close', close);
      };
      socket.once('error', fail).once('close', close);
      // Stays: an error without a listener would end the process.
      socket.on('error', () => undefined);
      // A stream of JavaScript (TLS in TLS) reports its own errors.
      stream.on('error', (error) => socket.destroy(error));
      stream.once('close', () => socket.destroy());
      socket.once('secureConnect', () => {
        finish();
        socket.on('session', (made: Buffer) => void sessions.set(key, made));
        resolve(socket);
      });
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
    });
  };
}
