import { connect } from 'node:net';
import { err, ok, type Result } from '@comet/foundation';
import type { CommandError, CommandName, ParamsOf, Reply, ResultOf, Snapshot } from '@comet/tunnel-protocol';
import { writeRequest } from '@comet/tunnel-protocol/request-line';

export interface Refused {
  readonly error: CommandError;
  readonly detail: string | null;
}

export interface DaemonSocket {
  call<N extends CommandName>(command: N, params: ParamsOf<N>): Promise<Result<ResultOf<N>, Refused>>;
  /** Called with each snapshot after a `status.watch`. */
  onSnapshot(listener: (snapshot: Snapshot) => void): void;
  /** Resolves when the daemon has closed the conversation. */
  readonly closed: Promise<void>;
  end(): void;
}

/** The conversation ended with an answer outstanding. */
export class ConversationLost extends Error {}

/**
 * Opens the conversation with the daemon. Rejects with the code of connect(2): ENOENT or ECONNREFUSED when no daemon runs,
 * EACCES when it may not be spoken to. The daemon is root and the socket its own, so what it says is taken by its type, which
 * keeps the parser out of a command that should start at once.
 */
export function openDaemonSocket(path: string): Promise<DaemonSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
    const listeners = new Set<(snapshot: Snapshot) => void>();
    const closed = Promise.withResolvers<void>();
    let ids = 0;
    let rest = '';

    function take(reply: Reply): void {
      if (reply.kind === 'snapshot') for (const listener of listeners) listener(reply.snapshot);
      else if (reply.kind !== 'said') {
        // A refusal without an id is of a line that the daemon could not read, so of all that wait.
        const answered = reply.id === null ? [...waiting.keys()] : [reply.id];
        for (const id of answered) waiting.get(id)?.resolve(outcomeOf(reply));
        for (const id of answered) waiting.delete(id);
      }
    }

    socket.setEncoding('utf8');
    socket.once('error', reject);
    socket.once('connect', () =>
      resolve({
        call: (command, params) =>
          new Promise((done, failed) => {
            ids += 1;
            waiting.set(ids, { resolve: done, reject: failed });
            socket.write(writeRequest(ids, command, params));
          }),
        onSnapshot: (listener) => void listeners.add(listener),
        closed: closed.promise,
        end: () => socket.destroy(),
      }),
    );
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(JSON.parse(line) as Reply);
    });
    socket.on('close', () => {
      for (const { reject: lose } of waiting.values()) lose(new ConversationLost());
      closed.resolve();
    });
  });
}

function outcomeOf(reply: Exclude<Reply, { kind: 'snapshot' | 'said' }>): Result<unknown, Refused> {
  return reply.kind === 'result' ? ok(reply.result) : err({ error: reply.error, detail: reply.detail });
}
