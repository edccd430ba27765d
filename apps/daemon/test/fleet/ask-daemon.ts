import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import {
  type CommandName,
  type ParamsOf,
  type Reply,
  type ResultOf,
  writeRequest,
} from '@comet/tunnel-protocol';

/** Sends one request to the daemon at this socket, and resolves with its result. Rejects if the daemon refuses or disconnects. */
export async function askDaemon<N extends CommandName>(
  path: string,
  command: N,
  params: ParamsOf<N>,
): Promise<ResultOf<N>> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    socket.write(writeRequest(1, command, params));
    for await (const line of createInterface({ input: socket })) {
      const reply = JSON.parse(line) as Reply;
      if (reply.kind === 'result') return reply.result as ResultOf<N>;
      throw new Error(`the reply to ${command} was ${line}`);
    }
    throw new Error(`no reply to ${command}`);
  } finally {
    socket.destroy();
  }
}
