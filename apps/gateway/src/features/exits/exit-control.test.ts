import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ExitOrder, type ExitReport, exitSilence } from '@comet/contract';
import { freePort } from '@comet/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { type ExitControl, type ExitControlOptions, openExitControl } from './exit-control.ts';

const port = await freePort();
let control: ExitControl;
const sockets: Socket[] = [];

async function open(peer = '127.0.0.1') {
  const received: { report: ExitReport; latencyMs: number | null }[] = [];
  const state = { received, silences: 0 };
  const options: ExitControlOptions = {
    ...{ address: '127.0.0.1', peer, port },
    order: () => ({ caps: { bytesPerSecond: null, dayBytes: null }, rules: { ports: [], networks: [] } }),
    onReport: (report, latencyMs) => received.push({ report, latencyMs }),
    onSilence() {
      state.silences += 1;
    },
  };
  control = await openExitControl(options);
  return state;
}

async function dial(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const nextOrder = async (socket: Socket): Promise<ExitOrder> => {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return JSON.parse(chunk.toString().split('\n')[0] ?? '') as ExitOrder;
};
const respond = (socket: Socket, report: object) => socket.write(`${JSON.stringify(report)}\n`);

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await control.close();
  vi.useRealTimers();
});

test('queries an exit at once, measures its response time, and detects its end', async () => {
  const state = await open();
  const from = performance.now();
  const socket = await dial();
  const order = await nextOrder(socket);
  expect(order).toMatchObject({ beat: 1, latencyMs: null });
  respond(socket, { beat: 1, state: 'open', ipv6: false, carriedBytes: 7 });
  await expect.poll(() => state.received.length).toBe(1);
  expect(state.received[0]?.latencyMs).toBeLessThanOrEqual(Math.ceil(performance.now() - from));
  // An unsolicited report gives no round-trip time.
  respond(socket, { beat: 1, state: 'paused', ipv6: false, carriedBytes: 8 });
  await expect.poll(() => state.received.length).toBe(2);
  expect(state.received[1]?.latencyMs).toBeNull();
  socket.destroy();
  await expect.poll(() => state.silences).toBe(1);
});

test('a silent exit counts as down after 2.5 seconds, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const state = await open();
  const socket = await dial();
  await nextOrder(socket);
  socket.resume();
  await vi.advanceTimersByTimeAsync(2_499);
  expect([state.silences, socket.readyState]).toEqual([0, 'open']);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => state.silences).toBe(1);
});

test('a suspended gateway first reads the reports received meanwhile', async () => {
  const state = await open();
  const socket = await dial();
  await nextOrder(socket);
  respond(socket, { beat: 1, state: 'open', ipv6: false, carriedBytes: 1 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, exitSilence.atGateway);
  await expect.poll(() => state.received.length).toBe(1);
  expect(state.silences).toBe(0);
});

test.each([
  ['invalid JSON', 'x\n'],
  ['an invalid report', '{"beat":1}\n'],
  ['a report for an unknown order', '{"beat":9,"state":"open","ipv6":false,"carriedBytes":1}\n'],
  ['an endless line', 'x'.repeat(40_000)],
])('%s closes the connection', async (_, text) => {
  const state = await open();
  const socket = await dial();
  await nextOrder(socket);
  socket.write(text);
  await once(socket, 'close');
  expect(state.received).toEqual([]);
});

test('disconnects an exit that sends too many reports', async () => {
  const state = await open();
  const socket = await dial();
  await nextOrder(socket);
  const flip = (turn: number) => ({ beat: 1, state: turn % 2 === 0 ? 'open' : 'paused', ipv6: false });
  for (let turn = 0; turn < 200; turn += 1) respond(socket, { ...flip(turn), carriedBytes: turn });
  await new Promise((resolve) => socket.once('close', resolve));
  expect(state.received.length).toBeLessThanOrEqual(32);
});

test('ignores other senders', async () => {
  await open('127.0.0.9');
  const socket = await dial();
  await once(socket, 'close');
});
