import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  finishPostQuantumPsk,
  offerPostQuantumPsk,
  postQuantumPskPort,
  postQuantumPskSizes,
} from '@comet/admission';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { servePostQuantumPsk } from './serve-post-quantum-psk.ts';

/** An address used by this test only, since the port is fixed. */
const address = '127.76.85.1';
const server = Buffer.alloc(32, 1).toString('base64');
const customers = new Map<string, string>();
const strengthened: string[] = [];
const sockets = new Set<Socket>();
let last = 1;
let service: { close(): void };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  strengthened.length = 0;
  service = await servePostQuantumPsk({
    address,
    serverPublicKey: server,
    keyAt: (ipv4) => customers.get(ipv4) ?? null,
    setPresharedKey: (publicKey) => Promise.resolve(strengthened.push(publicKey) > 0),
    onError: (error) => {
      throw error;
    },
  });
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  service.close();
  vi.useRealTimers();
});

/** A customer with an unused address. */
function newCustomer(): { from: string; publicKey: string } {
  last += 1;
  const from = `127.76.86.${last}`;
  const publicKey = Buffer.alloc(32, last).toString('base64');
  customers.set(from, publicKey);
  return { from, publicKey };
}

interface Call {
  readonly socket: Socket;
  /** Resolves with the received bytes when the connection has closed. */
  readonly over: Promise<Buffer>;
}

function call(from: string): Call {
  const socket = connect({ host: address, port: postQuantumPskPort, localAddress: from });
  sockets.add(socket);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void received.push(chunk)).on('error', () => undefined);
  return {
    socket,
    over: new Promise((resolve) => socket.once('close', () => resolve(Buffer.concat(received)))),
  };
}

async function agree({ from, publicKey }: { from: string; publicKey: string }): Promise<boolean> {
  const { socket, over } = call(from);
  const offer = offerPostQuantumPsk();
  // In parts, as over a slow connection.
  for (const piece of [offer.message.subarray(0, 700), offer.message.subarray(700)]) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const first = await Promise.race([once(socket, 'data'), over]);
  const reply = Array.isArray(first) ? (first[0] as Buffer) : Buffer.alloc(0);
  const finished = finishPostQuantumPsk({ client: publicKey, gateway: server }, offer, reply);
  if (finished === null) return false;
  socket.write(finished.confirmation);
  return (await over).at(-1) === 1;
}

test('agrees with a customer, and disconnects clients without a session', async () => {
  const customer = newCustomer();
  expect(await agree(customer)).toBe(true);
  expect(strengthened).toEqual([customer.publicKey]);
  const stranger = call('127.76.87.1');
  stranger.socket.write(offerPostQuantumPsk().message);
  expect(await stranger.over).toHaveLength(0);
});

test('no input of any length sets a key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), fc.boolean(), async (bytes, begins) => {
      const { socket, over } = call(newCustomer().from);
      socket.end(Buffer.concat([begins ? offerPostQuantumPsk().message : Buffer.alloc(0), bytes]));
      expect((await over).length).toBeLessThanOrEqual(postQuantumPskSizes.reply);
    }),
    { numRuns: 60 },
  );
  expect(strengthened).toEqual([]);
});

test('disconnects a client that sends too much', async () => {
  const { socket, over } = call(newCustomer().from);
  let written = 0;
  const flood = setInterval(() => {
    if (written > 64 * 1024 * 1024) return;
    written += 65_536;
    socket.write(Buffer.alloc(65_536));
  }, 1);
  await over;
  clearInterval(flood);
  expect(written).toBeLessThan(16 * 1024 * 1024);
  expect(strengthened).toEqual([]);
});

test.each(['nothing', 'a part of an offer', 'an offer and no confirmation'])(
  'a client that sends %s is disconnected after five seconds, and not before',
  async (sent) => {
    const { socket, over } = call(newCustomer().from);
    await once(socket, 'connect');
    const { message } = offerPostQuantumPsk();
    if (sent !== 'nothing') socket.write(sent.startsWith('a part') ? message.subarray(1) : message);
    if (sent.startsWith('an offer')) await once(socket, 'data');
    else await new Promise((resolve) => setImmediate(resolve));
    let isOver = false;
    void over.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await over;
    expect(strengthened).toEqual([]);
  },
);

test('limits a customer to two connections and two per second, without effect on others', async () => {
  const greedy = newCustomer();
  const held = [call(greedy.from), call(greedy.from)];
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
  await Promise.all(Array.from({ length: 50 }, () => call(greedy.from).over));
  expect(await agree(newCustomer())).toBe(true);
  for (const { socket } of held) socket.destroy();
  expect(await agree(greedy)).toBe(false);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await agree(greedy)).toBe(true);
});
