import { connect } from 'node:net';
import { type EgressStatus, egressStatusPort, egressStatusReader } from '@comet/admission';

/** Address of the gateway's exit status service, and the local address; both inside the tunnel. */
export interface ExitWordsPlace {
  readonly from: string;
  readonly to: string;
}

/** Calls back for each status of the gateway. Resolves, and never rejects, when the connection ends or a status is invalid. */
export type ReceiveExitStatus = (
  place: ExitWordsPlace,
  onWord: (word: EgressStatus) => void,
  signal: AbortSignal,
) => Promise<void>;

export const receiveExitStatus: ReceiveExitStatus = ({ from, to }, onWord, signal) =>
  new Promise((resolve) => {
    const socket = connect({ host: to, port: egressStatusPort, localAddress: from });
    const read = egressStatusReader();
    const end = (): void => void socket.destroy();
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      const words = read(piece);
      if (words === null) end();
      else for (const word of words) onWord(word);
    });
    for (const event of ['error', 'end'] as const) socket.on(event, end);
    socket.once('close', () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
