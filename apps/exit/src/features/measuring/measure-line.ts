import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { ExitLine } from '@comet/contract';
import { sendBytes, measureThroughput } from '@comet/linux-network';

/** The two ends of the tunnel, and the gateway's port for measurements. */
export interface MeasuredPath {
  readonly from: string;
  readonly to: string;
  readonly port: number;
}

export interface Measured {
  /** Null if the gateway did not respond, or too few bytes were transferred. */
  readonly line: ExitLine | null;
  /** Bytes that the measurement used, both directions. */
  readonly spentBytes: number;
}

const timeout = 20_000;

/** Downloads `bytes` from the gateway, then uploads the same number; each for at most two seconds. */
export async function measureLine(path: MeasuredPath, bytes: number): Promise<Measured> {
  const down = await ask(
    path,
    `down ${bytes}\n`,
    async (socket) => (await measureThroughput(socket, bytes)).bytesPerSecond,
  );
  const up = await ask(path, `up ${bytes}\n`, async (socket) => {
    const response = replyOf(socket);
    await sendBytes(socket, bytes);
    return response;
  });
  const line =
    down.bytesPerSecond === null || up.bytesPerSecond === null
      ? null
      : { downBytesPerSecond: down.bytesPerSecond, upBytesPerSecond: up.bytesPerSecond };
  return { line, spentBytes: down.spentBytes + up.spentBytes };
}

async function ask(
  { from, to, port }: MeasuredPath,
  question: string,
  pace: (socket: Socket) => Promise<number | null>,
): Promise<{ readonly bytesPerSecond: number | null; readonly spentBytes: number }> {
  const socket = connect({ host: to, port, localAddress: from, signal: AbortSignal.timeout(timeout) });
  try {
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(question);
    return { bytesPerSecond: await pace(socket), spentBytes: socket.bytesRead + socket.bytesWritten };
  } catch {
    return { bytesPerSecond: null, spentBytes: socket.bytesRead + socket.bytesWritten };
  } finally {
    socket.destroy();
  }
}

/** The gateway's result, one line. */
function replyOf(socket: Socket): Promise<number | null> {
  return new Promise((resolve) => {
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (received.length > 20) socket.destroy();
    });
    const finish = () => resolve(/^[1-9]\d{0,15}\n$/.test(received) ? Number(received) : null);
    socket.once('end', finish).once('close', finish);
  });
}
