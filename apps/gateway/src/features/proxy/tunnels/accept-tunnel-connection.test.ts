import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { relayProgram } from '@comet/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitAt, readChunk } from '../../../../test/proxy-fixture.ts';
import type { Engine } from '../engine.ts';
import { fakeEngine } from '../engine.fake.ts';
import { type RunningRelay, openRelay } from '../relay/open-relay.ts';

/** Port of the socket that would accept tunnel connections by TPROXY; here clients connect to it directly. */
let port: number;
let provider: Server;
/** The requested targets, and the sockets of the provider. */
let requested: string[];
let providerSockets: Socket[];
let engine: Engine;
let relay: RunningRelay;

beforeEach(async () => {
  [requested, providerSockets] = [[], []];
  const listener = createServer().listen(0, '127.0.0.1');
  provider = createServer((socket) => {
    providerSockets.push(socket.on('error', () => undefined));
    socket.once('data', (head: Buffer) => {
      requested.push(String(head).split(' ')[1] ?? '');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(socket);
    });
  }).listen(0, '127.0.0.1');
  await Promise.all([once(listener, 'listening'), once(provider, 'listening')]);
  engine = fakeEngine({
    setup: {
      ...{ relay: relayProgram, host: '127.0.0.1', except: ['127.0.0.0/8'] },
      tproxy: { address: '127.0.0.1', port: 0, resolver: '127.0.0.53' },
    },
    now: () => performance.now(),
  });
  const at = { kind: 'upstream', protocol: 'http', host: '127.0.0.1' } as const;
  const outlet = { ...at, port: portOf(provider), usernameTemplate: 'u', password: 'p' };
  engine.exits.replaceAll([exitAt('one/US', { kind: 'upstream', outlet })]);
  const { fd } = (listener as unknown as { readonly _handle: { readonly fd: number } })._handle;
  port = portOf(listener);
  relay = await openRelay(engine, fd);
  // The relay has its own descriptor of the socket.
  listener.close();
});
afterEach(async () => {
  for (const socket of providerSockets) socket.destroy();
  await relay.close();
  provider.close();
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function open(): Socket {
  return connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
}

/** Resolves with how a connection ends: `end`, or the error code. */
async function endOf(socket: Socket): Promise<string> {
  const failed = once(socket, 'error').then(([error]) => String((error as NodeJS.ErrnoException).code));
  const ended = once(socket.resume(), 'end').then(() => 'end');
  return Promise.race([failed.catch(() => 'closed'), ended.catch(() => 'closed')]);
}

test('forwards a tunnel connection to its original destination through the provider, without loss', async () => {
  engine.tunnels.put('127.0.0.1', 'one/US');
  const socket = open();
  socket.write('early');
  expect(String(await readChunk(socket))).toBe('early');
  expect(requested).toEqual([`127.0.0.1:${port}`]);
  const sent = Buffer.alloc(2_000_000, 'abc');
  socket.end(sent);
  const parts: Buffer[] = [];
  for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
    parts.push(chunk);
  expect(Buffer.concat(parts).equals(sent)).toBe(true);
});

test('resets connections of tunnels without a provider', async () => {
  expect(await endOf(open())).toBe('ECONNRESET');
  engine.tunnels.put('127.0.0.1', 'another/US');
  expect(await endOf(open())).toBe('ECONNRESET');
  expect(requested).toEqual([]);
});

test('resets connections when the provider of the tunnel changes, and counts them until then', async () => {
  engine.tunnels.put('127.0.0.1', 'one/US');
  const socket = open();
  socket.write('word');
  await readChunk(socket);
  expect(engine.openConnections.size).toBe(1);
  const ended = endOf(socket);
  engine.tunnels.put('127.0.0.1', null);
  expect(await ended).toBe('ECONNRESET');
  expect(engine.openConnections.size).toBe(0);
});

test('ends with the connection to the target', async () => {
  engine.tunnels.put('127.0.0.1', 'one/US');
  const socket = open();
  socket.write('word');
  await readChunk(socket);
  const ended = endOf(socket);
  providerSockets[0]?.end();
  expect(await ended).toBe('end');
});
