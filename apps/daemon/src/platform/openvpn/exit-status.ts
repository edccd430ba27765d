import { connect } from 'node:net';
import { type EgressStatus, egressStatusPort, egressStatusReader } from '@comet/admission';

/** Address of the gateway's exit status service, and the local address; both inside the tunnel. */
interface ExitStatusAddresses {
  readonly from: string;
  readonly to: string;
}

/** Calls back for each status of the gateway. Resolves, and never rejects, when the connection ends or a status is invalid. */
export type ReceiveExitStatus = (
  addresses: ExitStatusAddresses,
  onStatus: (status: EgressStatus) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Connects to the gateway's exit status service by TCP. Aborting the signal closes the connection. */
export const receiveExitStatus: ReceiveExitStatus = ({ from, to }, onStatus, signal) =>
  new Promise((resolve) => {
    const socket = connect({ host: to, port: egressStatusPort, localAddress: from });
    const read = egressStatusReader();
    const end = (): void => void socket.destroy();
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      const statuses = read(piece);
      if (statuses === null) end();
      else for (const status of statuses) onStatus(status);
    });
    for (const event of ['error', 'end'] as const) socket.on(event, end);
    socket.once('close', () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
