import { err, ok } from '@comet/foundation';
import {
  requestIdOf,
  commands,
  readReply,
  type Reply,
  type Snapshot,
  writeRequest,
} from '@comet/tunnel-protocol';
import type { CommandReply, Daemon, DaemonFailure, DaemonProblem } from './use-daemon.tsx';
import { AccessDenied, type OpenWire, type Wire } from './wire.ts';

interface DaemonClientDeps {
  readonly wire: Wire;
  /** Calls back after a delay in ms. */
  readonly after: (milliseconds: number, callback: () => void) => void;
  /** Calls back when the current state of the page has been painted. */
  readonly drawn: (callback: () => void) => void;
}

/** Pause in ms between two attempts to connect to the daemon, which may be starting. */
const retryMilliseconds = 500;

const away: DaemonFailure = { error: 'daemon_away', detail: null };
const notUnderstood: DaemonFailure = { error: 'malformed_request', detail: null };
type ReplyOrFailure = Extract<Reply, { kind: 'result' | 'error' }> | DaemonFailure;

/**
 * The daemon behind one connection, which is reopened until it succeeds. Messages are validated; a
 * state that is invalid here, such as one of a newer daemon, replaces the previous one, which is outdated.
 */
export function createDaemonClient({ wire, after, drawn }: DaemonClientDeps): Daemon {
  const listeners = new Set<(snapshot: Snapshot | null) => void>();
  const waiting = new Map<number, (response: ReplyOrFailure) => void>();
  /** Numbers of the snapshots whose display the daemon waits for. */
  const numbers = new WeakMap<Snapshot, number>();
  let line: OpenWire | null = null;
  let opening: Promise<void> | null = null;
  let last: Snapshot | null | undefined;
  let trouble: DaemonProblem | null = null;
  let lastId = 0;

  const tell = (snapshot: Snapshot | null, why: DaemonProblem | null = null): void => {
    last = snapshot;
    trouble = why;
    for (const listener of listeners) listener(snapshot);
  };

  function take(text: string): void {
    const reply = readReply(text);
    if (reply === null) {
      const id = requestIdOf(text);
      if (id === null) tell(null, 'differs');
      else settle(id, notUnderstood);
    } else if (reply.kind === 'snapshot') {
      if (reply.number !== undefined) numbers.set(reply.snapshot, reply.number);
      tell(reply.snapshot);
    } else if (reply.id !== null) settle(reply.id, reply);
    // The daemon could not parse the request's id.
    else for (const id of waiting.keys()) settle(id, notUnderstood);
  }

  function settle(id: number, response: ReplyOrFailure): void {
    waiting.get(id)?.(response);
    waiting.delete(id);
  }

  function lose(): void {
    line = null;
    for (const id of waiting.keys()) settle(id, away);
    tell(null);
    after(retryMilliseconds, () => void reach());
  }

  /** Opens the connection, or waits for a pending open; a failed attempt is repeated later. */
  function reach(): Promise<void> {
    if (line !== null) return Promise.resolve();
    opening ??= wire
      .open(take, lose)
      .then(
        async (opened) => {
          line = opened;
          const watched = await send('status.watch', { tellsShown: true });
          if (watched.ok) tell(watched.value);
          else if (watched.error !== away) tell(null, 'differs');
        },
        (why: unknown) => {
          tell(null, why instanceof AccessDenied ? 'denied' : null);
          after(retryMilliseconds, () => void reach());
        },
      )
      .finally(() => {
        opening = null;
      });
    return opening;
  }

  const send: Daemon['send'] = async (command, params): CommandReply<typeof command> => {
    if (line === null) return err(away);
    lastId += 1;
    const id = lastId;
    const responded = new Promise<ReplyOrFailure>((resolve) => waiting.set(id, resolve));
    try {
      await line.send(writeRequest(id, command, params));
    } catch {
      waiting.delete(id);
      return err(away);
    }
    const response = await responded;
    if (!('kind' in response)) return err(response);
    if (response.kind === 'error') return err({ error: response.error, detail: response.detail });
    const result = commands[command].result.safeParse(response.result);
    if (!result.success) return err(notUnderstood);
    return ok(result.data as never);
  };

  void reach();
  return {
    send,
    follow(listener) {
      listeners.add(listener);
      if (last !== undefined) listener(last);
      return () => void listeners.delete(listener);
    },
    trouble: () => trouble,
    shown(snapshot) {
      const number = numbers.get(snapshot);
      if (number === undefined) return;
      numbers.delete(snapshot);
      drawn(() => void send('status.shown', { number }));
    },
  };
}
