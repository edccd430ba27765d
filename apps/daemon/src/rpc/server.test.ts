import { silentLog } from '@comet/foundation/log';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@comet/foundation';
import {
  freshSettings,
  maxFrameLength,
  readReply,
  type Reply,
  type Snapshot,
  writeRequest,
} from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linuxCallers } from '../platform/callers/callers.unix.ts';
import type { Handler } from './control-channel.ts';
import { listen, type RpcServer } from './server.ts';

const since = '2026-11-21T10:00:00.000Z';
const snapshot: Snapshot = {
  tunnel: { state: 'disconnected', since },
  account: null,
  settings: freshSettings,
  traffic: null,
};

let folder = '';
let path = '';
let server: RpcServer;
let handled: string[] = [];
let release = (): void => undefined;
let watching: Parameters<Handler['watch']>[0] | null = null;
let callerSignals: AbortSignal[] = [];

const handler: Handler = {
  async handle(request, { signal, shows }) {
    handled.push(request.command);
    callerSignals.push(signal);
    if (request.command === 'logout') throw new Error('a client error');
    if (request.command === 'connect') await new Promise<void>((resolve) => (release = resolve));
    if (request.command === 'status.shown') shows(Number(request.params['number']));
    return ok(snapshot);
  },
  snapshot: () => snapshot,
  watch(listener) {
    watching = listener;
    return () => {
      watching = null;
    };
  },
  log: silentLog,
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-rpc-'));
  path = join(folder, 'run', 'cometd.sock');
  handled = [];
  callerSignals = [];
  server = await listen(path, handler, linuxCallers);
});
afterEach(async () => {
  release();
  await server.close();
  await rm(folder, { recursive: true });
});

interface Client {
  readonly socket: Socket;
  readonly replies: Reply[];
  readonly closed: Promise<void>;
}

function open(): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const replies: Reply[] = [];
    let rest = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = readReply(line);
        if (reply !== null) replies.push(reply);
      }
    });
    socket.on('error', reject);
    const closed = new Promise<void>((gone) => socket.on('close', () => gone()));
    socket.on('connect', () => {
      socket.on('error', () => undefined);
      resolve({ socket, replies, closed });
    });
  });
}

/** Checks that the daemon still serves a valid client. */
async function expectService(): Promise<void> {
  const { socket, replies } = await open();
  socket.write(writeRequest(1, 'status', {}));
  await expect.poll(() => replies).toEqual([{ kind: 'result', id: 1, result: snapshot }]);
  socket.destroy();
}

test('the socket is accessible to its owner and group only', async () => {
  expect((await stat(path)).mode & 0o007).toBe(0);
  expect((await stat(join(folder, 'run'))).mode & 0o777).toBe(0o755);
});

test('rejects a second daemon, and replaces a stale socket', async () => {
  await expect(listen(path, handler, linuxCallers)).rejects.toThrow('already serves');
  await server.close();
  server = await listen(path, handler, linuxCallers);
  await expectService();
});

test('answers each of several requests in parts or together', async () => {
  const { socket, replies } = await open();
  const both = writeRequest(1, 'status', {}) + writeRequest(2, 'status', {});
  for (const piece of both.match(/.{1,7}/gs) ?? []) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => replies.length).toBe(2);
  socket.destroy();
});

test('rejects an invalid request with an error code, and continues', async () => {
  const { socket, replies } = await open();
  socket.write('{"v":1,"id":7,"command":"reboot","params":{}}\nnonsense\n');
  socket.write(writeRequest(8, 'logout', {}));
  await expect
    .poll(() => replies)
    .toEqual([
      { kind: 'error', id: 7, error: 'unknown_command', detail: null },
      { kind: 'error', id: null, error: 'malformed_request', detail: null },
      { kind: 'error', id: 8, error: 'internal_error', detail: null },
    ]);
  socket.destroy();
});

test('closes the control channel for an endless frame', async () => {
  const { socket, closed } = await open();
  socket.write('x'.repeat(maxFrameLength + 1));
  await closed;
  await expectService();
});

test('closes the control channel for a frame that is too long, also with an end', async () => {
  const { socket, closed } = await open();
  socket.write(`${' '.repeat(maxFrameLength + 1)}\n`);
  await closed;
  expect(handled).toEqual([]);
  await expectService();
});

test('rejects more than the maximum of pending requests', async () => {
  const { socket, replies } = await open();
  for (let id = 0; id < 40; id += 1) socket.write(writeRequest(id, 'connect', { location: null }));
  await expect.poll(() => replies.length).toBe(24);
  expect(replies.every((reply) => reply.kind === 'error' && reply.error === 'too_many_requests')).toBe(true);
  await expectService();
  socket.destroy();
});

test('ends the requests and subscriptions of a client that disconnects', async () => {
  const { socket, replies } = await open();
  socket.write(writeRequest(1, 'status.watch', {}));
  await expect.poll(() => watching).not.toBeNull();
  void watching?.(snapshot);
  await expect.poll(() => replies.at(-1)).toEqual({ kind: 'snapshot', snapshot });
  socket.write(writeRequest(2, 'connect', { location: null }));
  await expect.poll(() => handled).toContain('connect');
  socket.destroy();
  await expect.poll(() => watching).toBeNull();
  await expect.poll(() => callerSignals.every((signal) => signal.aborted)).toBe(true);
});

test('waits at the end of a tunnel for clients that confirm snapshots, until they confirm or disconnect', async () => {
  const { socket, replies } = await open();
  socket.write(writeRequest(1, 'status.watch', { tellsShown: true }));
  await expect.poll(() => watching).not.toBeNull();
  expect(watching?.(snapshot)).toBeUndefined();
  const ends: Snapshot = { ...snapshot, tunnel: { state: 'disconnecting', since } };
  const [first, second] = [watching?.(ends), watching?.(ends)];
  let shown = '';
  void first?.then(() => (shown += 'first '));
  void second?.then(() => (shown += 'second'));
  await expect.poll(() => replies.at(-1)).toEqual({ kind: 'snapshot', snapshot: ends, number: 2 });
  socket.write(writeRequest(2, 'status.shown', { number: 1 }));
  await first;
  expect(shown).toBe('first ');
  socket.destroy();
  await second;
});

test('does not wait for a client that confirms no snapshots', async () => {
  const { socket, replies } = await open();
  socket.write(writeRequest(1, 'status.watch', {}));
  await expect.poll(() => watching).not.toBeNull();
  const ends: Snapshot = { ...snapshot, tunnel: { state: 'disconnecting', since } };
  expect(watching?.(ends)).toBeUndefined();
  await expect.poll(() => replies.at(-1)).toEqual({ kind: 'snapshot', snapshot: ends });
  socket.destroy();
});

test('survives clients that disconnect half-way', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, open));
  for (const [index, { socket }] of clients.entries()) {
    if (index % 3 === 0) socket.end('{"v":1,');
    else if (index % 3 === 1) socket.destroy();
  }
  await expectService();
  for (const { socket } of clients) socket.destroy();
});

test('disconnects a silent client, but not one with a pending request or subscription', async () => {
  await server.close();
  server = await listen(path, handler, linuxCallers, { idleTimeout: 1_000 });
  const [watcher, waiter] = [await open(), await open()];
  watcher.socket.write(writeRequest(1, 'status.watch', {}));
  waiter.socket.write(writeRequest(1, 'connect', { location: null }));
  await expect.poll(() => handled).toEqual(expect.arrayContaining(['status.watch', 'connect']));
  // It connects after them, so they have been silent for longer when it is disconnected.
  const silent = await open();
  await silent.closed;
  expect(watcher.socket.closed || waiter.socket.closed).toBe(false);
  watcher.socket.destroy();
  waiter.socket.destroy();
});

test('reserves the last connection slots for root', async () => {
  await server.close();
  let isRoot = false;
  server = await listen(path, handler, { ...linuxCallers, isRoot: () => Promise.resolve(isRoot) });
  const seated = await Promise.all(Array.from({ length: 48 }, open));
  const late = await open();
  await late.closed;
  isRoot = true;
  await expectService();
  for (const { socket } of seated) socket.destroy();
});

test.runIf(process.getuid?.() === 0)('identifies root by the creator of the other end', async () => {
  const seated = await Promise.all(Array.from({ length: 48 }, open));
  await expectService();
  for (const { socket } of seated) socket.destroy();
});

test('no input crashes the daemon, or executes a command that it does not contain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), async (chunks) => {
      const { socket, closed } = await open();
      for (const chunk of chunks) socket.write(chunk);
      socket.end('\n');
      await closed;
    }),
    { numRuns: 60 },
  );
  expect(handled).toEqual([]);
  await expectService();
});
