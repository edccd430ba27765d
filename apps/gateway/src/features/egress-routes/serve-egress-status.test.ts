import { once } from 'node:events';
import { connect } from 'node:net';
import { type EgressStatus, egressStatusPort } from '@comet/admission';
import { afterEach, expect, test } from 'vitest';
import { serveEgressStatus, type EgressStatusServer } from './serve-egress-status.ts';

const address = '127.0.74.1';
const here = '127.0.74.2';

let server: EgressStatusServer;
afterEach(() => server.close());

async function open(statuses: Map<string, EgressStatus>): Promise<void> {
  server = await serveEgressStatus({
    address,
    statusFor: (ipv4) => statuses.get(ipv4) ?? null,
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

test('sends a session its current status, each change once, and the end of its route', async () => {
  const statuses = new Map<string, EgressStatus>([[here, 'open']]);
  await open(statuses);
  const client = call(here);
  await expect.poll(() => client.received).toEqual(['open\n']);
  server.notify([here, '127.0.74.9']);
  statuses.set(here, 'gone');
  server.notify([here]);
  server.notify([here]);
  await expect.poll(() => client.received.join('')).toBe('open\ngone\n');
  statuses.delete(here);
  server.notify([here]);
  await client.ended;
});

test('notifies a session of its lost route before it ends', async () => {
  await open(new Map([[here, 'open']]));
  expect(server.notifyEnding([here])).toBe(false);
  const client = call(here);
  await expect.poll(() => client.received).toEqual(['open\n']);
  expect(server.notifyEnding([here, '127.0.74.9'])).toBe(true);
  server.notifyEnding([here]);
  await expect.poll(() => client.received.join('')).toBe('open\ngone\n');
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
