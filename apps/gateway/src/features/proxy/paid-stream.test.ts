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

/** A stream from a server that says all of the answer and does `then`, and what of it there is for one who reads slowly. */
async function hearSlowly(then: (socket: Socket) => void) {
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
  const stream = new PaidStream(engine, new Customer(customer()), new Exit(view), reached);
  let heard = Buffer.alloc(0);
  let isWhole = false;
  stream.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
    stream.pause();
  });
  stream.on('end', () => (isWhole = true));
  then(await begun.promise);
  for (let turns = 0; turns < 200 && !stream.destroyed && !isWhole; turns += 1) {
    // Whatever the other side has done is known before more is read.
    for (let pause = 0; pause < 5; pause += 1) await turn();
    stream.resume();
  }
  stream.destroy();
  server.close();
  return { heard, isWhole, left: engine.moving.size };
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
