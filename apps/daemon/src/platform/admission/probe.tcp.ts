import { connect } from 'node:net';

/** Milliseconds: TCP sends the first packet at 0, 1, 3 and 7 s (RFC 6298), so three may be lost. */
const timeout = 8_000;

/**
 * Opens a TCP connection and closes it at once. A refusal counts as a response too: the gateway has received the packet.
 * Other failures (no route, no such local address) are local and prove nothing.
 */
export const tcpProbe: Probe = async (target, signal) => {
  const done = new AbortController();
  const end = AbortSignal.any([signal, done.signal, AbortSignal.timeout(timeout)]);
  try {
    return await Promise.any(target.ports.map((port) => connectOnce(target, port, end)));
  } catch {
    return false;
  } finally {
    done.abort();
  }
};

/** Rejects if there is no response. */
function connectOnce({ from, to }: ProbeTarget, port: number, end: AbortSignal): Promise<true> {
  return new Promise((resolve, reject) => {
    if (end.aborted) {
      reject(new Error('ended'));
      return;
    }
    const socket = connect({ host: to, port, localAddress: from });
    const onAbort = (): void => {
      socket.destroy();
      reject(new Error('no response'));
    };
    end.addEventListener('abort', onAbort, { once: true });
    socket.once('close', () => end.removeEventListener('abort', onAbort));
    socket.once('connect', () => {
      resolve(true);
      socket.resetAndDestroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(true);
      else reject(error);
    });
  });
}

/** A check through the tunnel whether the gateway receives packets. */
interface ProbeTarget {
  /** The local address in the tunnel, so that a response arrives by no other route. */
  readonly from: string;
  /** The gateway's address in the tunnel. */
  readonly to: string;
  /** TCP ports; a response from one of them is enough. */
  readonly ports: readonly number[];
}

/** True when a response arrives; false after eight seconds without one, or when the signal aborts the probe. Never rejects. */
export type Probe = (target: ProbeTarget, signal: AbortSignal) => Promise<boolean>;
