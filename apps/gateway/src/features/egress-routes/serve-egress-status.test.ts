import { once } from 'node:events';
import { connect } from 'node:net';
import { type EgressStatus, egressStatusPort } from '@comet/admission';
import { afterEach, expect, test } from 'vitest';
import { serveEgressStatus, type Words } from './serve-egress-status.ts';

const address = '127.0.74.1';
const here = '127.0.74.2';

let words: Words;
afterEach(() => words.close());

async function open(said: Map<string, EgressStatus>): Promise<void> {
  words = await serveEgressStatus({
    address,
    statusFor: (ipv4) => said.get(ipv4) ?? null,
    onError: (error) => expect.fail(String(error)),
  });
}

function call(from: string) {
  const socket = connect({ host: address, port: egressStatusPort, localAddress: from });
  const received: string[] = [];
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => received.push(piece));
  socket.on('error', () => undefined);
  return { socket, received, ended: once(socket, 'close') };
}

test('a session receives the present status, each change once, and the end of its route', async () => {
  const said = new Map<string, EgressStatus>([[here, 'open']]);
  await open(said);
  const caller = call(here);
  await expect.poll(() => caller.received).toEqual(['open\n']);
  words.tell([here, '127.0.74.9']);
  said.set(here, 'gone');
  words.tell([here]);
  words.tell([here]);
  await expect.poll(() => caller.received.join('')).toBe('open\ngone\n');
  said.delete(here);
  words.tell([here]);
  await caller.ended;
});

test('notifies a session of its lost route before it ends', async () => {
  await open(new Map([[here, 'open']]));
  expect(words.dismiss([here])).toBe(false);
  const caller = call(here);
  await expect.poll(() => caller.received).toEqual(['open\n']);
  expect(words.dismiss([here, '127.0.74.9'])).toBe(true);
  words.dismiss([here]);
  await expect.poll(() => caller.received.join('')).toBe('open\ngone\n');
});

test('disconnects clients without an exit, with input, or with too many connections', async () => {
  await open(new Map([[here, 'open']]));
  await call('127.0.74.3').ended;
  const two = [call(here), call(here)];
  await expect.poll(() => two.flatMap(({ received }) => received)).toEqual(['open\n', 'open\n']);
  const third = call(here);
  await third.ended;
  expect(third.received).toEqual([]);
  two[0]?.socket.write('hello');
  await two[0]?.ended;
  const next = call(here);
  await expect.poll(() => next.received).toEqual(['open\n']);
});
