import { connect } from 'node:net';
import {
  finishPostQuantumPsk,
  offerPostQuantumPsk,
  postQuantumPskPort,
  postQuantumPskSizes,
  type TunnelEnds,
} from '@comet/admission';

/** Where the gateway agrees on post-quantum PSKs, and from where: inside of the tunnel, both of them. */
export interface PostQuantumPskPlace {
  readonly from: string;
  readonly to: string;
}

/**
 * Agrees with the gateway on a preshared key that it has set; null when it offers none, or the agreement, which is two round trips, is
 * not done within `patience` milliseconds.
 */
export function agreePostQuantumPsk(
  ends: TunnelEnds,
  { from, to }: PostQuantumPskPlace,
  signal: AbortSignal,
  patience: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const offer = offerPostQuantumPsk();
    let received = Buffer.alloc(0);
    let presharedKey: string | null = null;
    const socket = connect({ host: to, port: postQuantumPskPort, localAddress: from, noDelay: true });
    const finish = (key: string | null): void => {
      signal.removeEventListener('abort', abort);
      clearTimeout(timer);
      socket.destroy();
      resolve(key);
    };
    const abort = (): void => finish(null);
    const timer = setTimeout(abort, patience);
    signal.addEventListener('abort', abort);
    socket.once('connect', () => socket.write(offer.message));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (presharedKey === null && received.length >= postQuantumPskSizes.answer) {
        const finished = finishPostQuantumPsk(ends, offer, received.subarray(0, postQuantumPskSizes.answer));
        if (finished === null) {
          finish(null);
          return;
        }
        ({ presharedKey } = finished);
        received = received.subarray(postQuantumPskSizes.answer);
        socket.write(finished.confirmation);
      }
      if (presharedKey !== null && received.length >= postQuantumPskSizes.done)
        finish(received[0] === 1 ? presharedKey : null);
    });
    for (const event of ['error', 'close', 'end'] as const) socket.once(event, abort);
    if (signal.aborted) abort();
  });
}
