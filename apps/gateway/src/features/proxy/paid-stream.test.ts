import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { customer, exitAt } from '../../../test/proxy-field.ts';
import { Customer } from './customer.ts';
import { quietEngine } from './engine.fake.ts';
import { Exit } from './exits.ts';
import { PaidStream } from './paid-stream.ts';
import { reach } from './reach.ts';

const answer = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
const bought = 10_000_000;

/** A stream from a server that says all of the answer and does `then`, and what of it there is for one who reads slowly. */
async function hearSlowly(then: (socket: Socket, stream: PaidStream) => unknown) {
  const begun = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(answer, () => begun.resolve(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const engine = quietEngine();
  const view = exitAt('127.0.0.11');
  const { port } = server.address() as AddressInfo;
  const asked = { host: '127.0.0.1', port, country: 'US', city: null, session: 'token' };
  const reached = await reach(view.outlet, asked, engine.buffers);
  if (typeof reached === 'string') throw new Error(reached);
  const purse = engine.purses.of('purse', 0);
  purse.credit('slice', bought);
  const payer = new Customer(customer({ purse: 'purse' }));
  const stream = new PaidStream(engine, payer, new Exit(view), reached);
  let heard = Buffer.alloc(0);
  let isWhole = false;
  stream.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
    stream.pause();
  });
  stream.on('end', () => (isWhole = true));
  await then(await begun.promise, stream);
  for (let turns = 0; turns < 200 && !stream.destroyed && !isWhole; turns += 1) {
    // Whatever the other side has done is known before more is read.
    for (let pause = 0; pause < 5; pause += 1) await turn();
    stream.resume();
  }
  stream.destroy();
  server.close();
  return { heard, isWhole, left: engine.moving.size, spent: bought - purse.left };
}

test('all that was said is heard, however late, of one who closes right after it', async () => {
  const { heard, isWhole, left } = await hearSlowly((socket) => socket.end());
  expect(heard.equals(answer)).toBe(true);
  expect({ isWhole, left }).toEqual({ isWhole: true, left: 0 });
});

test('all that was said is heard of one who breaks off right after it, and that it broke off', async () => {
  const { heard, isWhole, left } = await hearSlowly((socket) => socket.resetAndDestroy());
  expect(heard.equals(answer)).toBe(true);
  expect({ isWhole, left }).toEqual({ isWhole: false, left: 0 });
});

test('who says something meanwhile to one who broke off still hears all, and pays for nothing that cannot arrive', async () => {
  const said = Buffer.alloc(1_000);
  const { heard, isWhole, left, spent } = await hearSlowly(async (socket, stream) => {
    socket.resetAndDestroy();
    // It is reset already, and nobody here has heard of it.
    for (let times = 0; times < 4; times += 1)
      await new Promise<void>((resolve, reject) =>
        stream.write(said, (error) => (error ? reject(error) : resolve())),
      );
  });
  expect(heard.equals(answer)).toBe(true);
  expect({ isWhole, left }).toEqual({ isWhole: false, left: 0 });
  // The first was paid before anybody could know.
  expect(spent).toBe(answer.length + said.length);
});
