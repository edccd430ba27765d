import { connect } from 'node:net';
import { type EgressStatus, egressStatusPort, egressStatusReader } from '@comet/admission';

/** Where a gateway tells of the session's exit, and from where: inside of the tunnel, both of them. */
export interface ExitWordsPlace {
  readonly from: string;
  readonly to: string;
}

/** Calls back for each word that the gateway says. Resolves, and never rejects, when it says no more, or says nonsense. */
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
