import type { Socket } from 'node:net';
import type { Log } from '@comet/foundation/log';
import type { Result } from '@comet/foundation';
import {
  type CheckedRequest,
  type CommandError,
  maxFrameLength,
  type Reply,
  readRequest,
  type Snapshot,
  writeReply,
} from '@comet/tunnel-protocol';
import { startWatching, type Watch, type Watcher } from './subscriber.ts';

/** Maximum number of pending requests on one socket. */
const maxPending = 16;
/** Maximum number of unsent bytes; a client that exceeds it does not read, and is disconnected. */
const maxUnreadBytes = 1024 * 1024;

export interface RequestFailure {
  readonly error: CommandError;
  readonly detail: string | null;
}

/** The client behind a request. */
export interface Caller {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Whether `pid` is the process at the other end of the socket. */
  isProcess(pid: number): Promise<boolean>;
  /** The client shows the snapshot with this number. */
  shows(number: number): void;
}

export interface Handler {
  /** Executes a validated request. */
  handle(request: CheckedRequest, caller: Caller): Promise<Result<unknown, RequestFailure>>;
  readonly watch: Watch;
  /** The current snapshot. */
  readonly snapshot: () => Snapshot;
  readonly log: Log;
}

export interface ControlChannelOptions {
  /** Maximum time in ms that a socket may stay open without a pending request. */
  readonly idleTimeout: number;
}

/**
 * Serves one client until it disconnects, violates the protocol or is idle for too long. `isProcess`: whether a process is at the other end.
 */
export function controlChannel(
  socket: Socket,
  handler: Handler,
  isProcess: Caller['isProcess'],
  { idleTimeout }: ControlChannelOptions,
): void {
  const disconnected = new AbortController();
  let unread: Buffer[] = [];
  let unreadLength = 0;
  let pending = 0;
  let watcher: Watcher | null = null;

  const send = (message: Reply): void => {
    if (socket.destroyed || !socket.writable) return;
    socket.write(writeReply(message));
    if (socket.writableLength > maxUnreadBytes) socket.destroy();
  };

  const refuse = (id: number | null, error: CommandError, detail: string | null = null): void =>
    send({ kind: 'error', id, error, detail });

  /** The idle timeout frees half-open sockets. A client with a pending request or a subscription may be idle. */
  const updateIdleTimeout = (): void => {
    socket.setTimeout(pending > 0 || watcher !== null ? 0 : idleTimeout);
  };

  async function respond(line: string): Promise<void> {
    const read = readRequest(line);
    if (!read.ok) {
      refuse(read.error.id, read.error.error);
      return;
    }
    const request = read.value;
    if (pending >= maxPending) {
      refuse(request.id, 'too_many_requests');
      return;
    }
    pending += 1;
    updateIdleTimeout();
    try {
      const done = await handler.handle(request, {
        signal: disconnected.signal,
        isProcess,
        shows: (number) => watcher?.shown(number),
      });
      if (!done.ok) refuse(request.id, done.error.error, done.error.detail);
      else if (request.command === 'status.watch' && !disconnected.signal.aborted) {
        watcher ??= startWatching(handler.watch, send, request.params['tellsShown'] === true);
        // Taken after the subscription, so that no change in between is lost.
        send({ kind: 'result', id: request.id, result: handler.snapshot() });
      } else send({ kind: 'result', id: request.id, result: done.value });
    } catch (error) {
      handler.log.error({ command: request.command, err: error }, 'A command failed');
      refuse(request.id, 'internal_error');
    } finally {
      pending -= 1;
      updateIdleTimeout();
    }
  }

  function take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...unread, chunk.subarray(start, end)]);
      unread = [];
      unreadLength = 0;
      start = end + 1;
      if (line.length > maxFrameLength) {
        socket.destroy();
        return;
      }
      void respond(line.toString('utf8'));
    }
    const rest = chunk.subarray(start);
    unreadLength += rest.length;
    if (rest.length > 0) unread.push(rest);
    if (unreadLength > maxFrameLength) socket.destroy();
  }

  updateIdleTimeout();
  socket.on('data', take);
  socket.on('timeout', () => socket.destroy());
  // A reset by the client is not an error of the daemon.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    disconnected.abort();
    watcher?.end();
  });
}
