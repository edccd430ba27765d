import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { get } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  type Field,
  openField,
  openOrigin,
  password,
  readChunk,
  sellOnce,
} from '../../../test/proxy-field.ts';

/** Bytes that one read takes at most; see `read-buffers.ts`. */
const buffer = 262_144;
const bought = 5_000_003;
const wanted = 4_000_000;
const clients = 12;

let field: Field;
let origins: Awaited<ReturnType<typeof openOrigin>>[];
/** By the port of the origin the proxy's socket to it, and by the port of the client the proxy's socket to that. */
const proxy = { outward: new Map<number, Socket>(), inward: new Map<number, Socket>() };

function onOutward(message: unknown): void {
  const { socket } = message as { readonly socket: Socket };
  socket.once('connect', () => {
    if (socket.localAddress === '127.0.0.11') proxy.outward.set(socket.remotePort ?? 0, socket);
  });
}

function onInward(message: unknown): void {
  const { socket } = message as { readonly socket: Socket };
  proxy.inward.set(socket.remotePort ?? 0, socket);
}

beforeEach(async () => {
  proxy.outward.clear();
  proxy.inward.clear();
  field = await openField();
  field.customers(customer({ purse: 'purse' }));
  // One for each client, so that it is known whose bytes came from where.
  origins = await Promise.all(Array.from({ length: clients }, openOrigin));
  subscribe('net.client.socket', onOutward);
  subscribe('net.server.socket', onInward);
});
afterEach(async () => {
  unsubscribe('net.client.socket', onOutward);
  unsubscribe('net.server.socket', onInward);
  await field.proxy.close();
  await Promise.all(origins.map((origin) => origin.close()));
});

/** What went through the sockets to the origins, beyond what was bought. */
function over(): number {
  const moved = [...proxy.outward.values()].map(({ bytesRead, bytesWritten }) => bytesRead + bytesWritten);
  return moved.reduce((sum, one) => sum + one, 0) - bought;
}

test('where tunnels spend the last bytes, each socket has read one buffer at most that it could not pay', async () => {
  const told = sellOnce(field, 'purse', bought);
  const tunnels = await Promise.all(
    origins.map(async ({ port }) => ({
      ...(await connectThrough(field.port, `127.0.0.1:${port}`)),
      outward: proxy.outward.get(port),
    })),
  );
  const unpaid = await Promise.all(
    tunnels.map(async ({ socket, head, outward }) => {
      const inward = proxy.inward.get(socket.localPort ?? 0);
      socket.write(`GET /bytes/${wanted} HTTP/1.0\r\n\r\n`);
      while ((await readChunk(socket)) !== null);
      if (inward === undefined || outward === undefined) throw new Error('There was no tunnel');
      return outward.bytesRead - (inward.bytesWritten - `${head}\r\n\r\n`.length);
    }),
  );
  expect(told.used).toBe(bought);
  for (const bytes of unpaid) {
    expect(bytes).toBeGreaterThanOrEqual(0);
    expect(bytes).toBeLessThanOrEqual(buffer);
  }
  expect(over()).toBe(unpaid.reduce((sum, one) => sum + one, 0));
  expect(over()).toBeGreaterThan(0);
});

test('the same holds in sum for requests that the proxy makes itself', async () => {
  const told = sellOnce(field, 'purse', bought);
  const authorization = `Basic ${Buffer.from(`abc123:${password}`).toString('base64')}`;
  await Promise.all(
    origins.map(
      ({ url }) =>
        new Promise<void>((resolve) => {
          const headers = { 'proxy-authorization': authorization };
          const call = get({ port: field.port, path: `${url}/bytes/${wanted}`, headers, agent: false });
          call.on('response', (answer) => answer.on('error', () => undefined).resume());
          call.on('error', () => undefined).on('close', resolve);
        }),
    ),
  );
  expect(told.used).toBe(bought);
  expect(over()).toBeGreaterThan(0);
  expect(over()).toBeLessThanOrEqual(proxy.outward.size * buffer);
});
