import { connect } from 'node:net';
import {
  finishSecondKey,
  offerSecondKey,
  secondKeyPort,
  secondKeySizes,
  type TunnelEnds,
} from '@comet/admission';

/** Where the gateway agrees on second keys, and from where: inside of the tunnel, both of them. */
export interface SecondKeyPlace {
  readonly from: string;
  readonly to: string;
}

/**
 * Agrees with the gateway on a preshared key that it has set; null when it offers none, or the agreement, which is two round trips, is
 * not done within `patience` milliseconds.
 */
export function agreeSecondKey(
  ends: TunnelEnds,
  { from, to }: SecondKeyPlace,
  signal: AbortSignal,
  patience: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const offer = offerSecondKey();
    let heard = Buffer.alloc(0);
    let presharedKey: string | null = null;
    const socket = connect({ host: to, port: secondKeyPort, localAddress: from, noDelay: true });
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
      heard = Buffer.concat([heard, chunk]);
      if (presharedKey === null && heard.length >= secondKeySizes.answer) {
        const finished = finishSecondKey(ends, offer, heard.subarray(0, secondKeySizes.answer));
        if (finished === null) {
          finish(null);
          return;
        }
        ({ presharedKey } = finished);
        heard = heard.subarray(secondKeySizes.answer);
        socket.write(finished.confirmation);
      }
      if (presharedKey !== null && heard.length >= secondKeySizes.done)
        finish(heard[0] === 1 ? presharedKey : null);
    });
    for (const event of ['error', 'close', 'end'] as const) socket.once(event, abort);
    if (signal.aborted) abort();
  });
}
