import { setTimeout as sleep } from 'node:timers/promises';
import { converseOver, type Message } from './json-lines.ts';

/** Exit code and output of a program in the guest; code 128 if a signal ended it. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Maximum time in ms of one request to the agent, which answers at once where the processor is not emulated. */
const REQUEST_MS = 60_000;

/** Time in ms between two questions whether a program has ended. */
const POLL_MS = 500;

/** Maximum time in ms of a program without another limit. */
const PROGRAM_MS = 900_000;

let synchronisations = 0;

/**
 * Sends one request to the QEMU guest agent behind a socket and returns its reply (QEMU Guest Agent Protocol Reference). The channel may
 * hold the rest of a conversation with an earlier boot, so each request begins with a delimited synchronisation.
 */
async function requestOf(path: string, request: Message): Promise<unknown> {
  return converseOver(path, REQUEST_MS, async ({ send, receive }) => {
    const id = (synchronisations += 1);
    send({ execute: 'guest-sync-delimited', arguments: { id } });
    await receive((message) => message['return'] === id);
    send(request);
    const reply = await receive((message) => 'return' in message || 'error' in message);
    if ('error' in reply) throw new Error(`The guest agent refused: ${JSON.stringify(reply['error'])}`);
    return reply['return'];
  });
}

/** Runs a program in the guest as root, without its network. `input` is its standard input; `limit` in ms. */
export async function runInGuest(
  path: string,
  argv: readonly string[],
  { input, limit = PROGRAM_MS }: { readonly input?: string; readonly limit?: number } = {},
): Promise<Ended> {
  const [program, ...args] = argv;
  const started = (await requestOf(path, {
    execute: 'guest-exec',
    arguments: {
      path: program,
      arg: args,
      env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C', 'HOME=/root'],
      'capture-output': true,
      ...(input === undefined ? {} : { 'input-data': Buffer.from(input).toString('base64') }),
    },
  })) as { readonly pid: number };
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(POLL_MS)) {
    const status = (await requestOf(path, {
      execute: 'guest-exec-status',
      arguments: { pid: started.pid },
    })) as ExecStatus;
    if (status.exited) return endedOf(status);
  }
  throw new Error(`${argv.join(' ')} did not end within ${limit} ms`);
}

/** Fields of the reply to `guest-exec-status`. */
interface ExecStatus {
  readonly exited: boolean;
  readonly exitcode?: number;
  readonly 'out-data'?: string;
  readonly 'err-data'?: string;
}

/** Decodes a finished program's status. */
export function endedOf(status: ExecStatus): Ended {
  const text = (data = ''): string => Buffer.from(data, 'base64').toString('utf8');
  return { code: status.exitcode ?? 128, stdout: text(status['out-data']), stderr: text(status['err-data']) };
}
