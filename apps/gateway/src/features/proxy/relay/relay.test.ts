import { get } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  type ProxyFixture,
  openProxyFixture,
  openOrigin,
  password,
  readChunk,
} from '../../../../test/proxy-fixture.ts';

let fixture: ProxyFixture;
let origin: Awaited<ReturnType<typeof openOrigin>>;

describe('the relay:', () => {
  beforeEach(async () => {
    fixture = await openProxyFixture();
    origin = await openOrigin();
  });
  afterEach(async () => {
    await fixture.proxy.close();
    await origin.close();
  });

  async function expectToWork(): Promise<void> {
    const { socket, head } = await connectThrough(fixture.port, `127.0.0.1:${origin.port}`);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    socket.write('GET /bytes/5 HTTP/1.0\r\n\r\n');
    expect(String(await readChunk(socket))).toContain('HTTP/1.1 200');
    socket.destroy();
  }

  test('serves other clients after arbitrary input', async () => {
    const inputs = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.string({ minLength: 1, maxLength: 200 }).map((text) => Buffer.from(`CONNECT ${text}\r\n\r\n`)),
      fc.string({ minLength: 1, maxLength: 200 }).map((text) => Buffer.from(`GET ${text} HTTP/1.1\r\n\r\n`)),
    );
    for (const one of fc.sample(inputs, 400)) {
      const socket = connect({ host: '127.0.0.1', port: fixture.port });
      socket.on('error', () => undefined).resume();
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      socket.end(one);
    }
    await expectToWork();
  });

  test('closes the oldest handshakes above the limit of an address', async () => {
    const slow = await Promise.all(
      Array.from({ length: 520 }, async () => {
        const socket = connect({ host: '127.0.0.1', port: fixture.port });
        socket.on('error', () => undefined).resume();
        await new Promise<void>((resolve) => socket.once('connect', resolve));
        socket.write('CONNECT ');
        return socket;
      }),
    );
    await expectToWork();
    await expect.poll(() => slow.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(8);
    expect(slow.filter(({ closed }) => closed).length).toBeLessThanOrEqual(9);
    for (const socket of slow) socket.destroy();
  });

  test('tunnels and plain HTTP requests use one quota account to exactly zero', async () => {
    const bought = 3_000_003;
    let used = 0;
    let leaseRequests = 0;
    const usedOf = new Map<string, number>();
    fixture.customers(customer({ quotaAccount: 'purse' }));
    fixture.onEvent((event) => {
      if (event.type === 'used') {
        usedOf.set(event.slice, event.bytes);
        used = [...usedOf.values()].reduce((sum, bytes) => sum + bytes, 0);
      }
      if (event.type !== 'draw') return;
      leaseRequests += 1;
      const slice = String(leaseRequests);
      const bytes = leaseRequests <= 3 ? bought / 3 : 0;
      setImmediate(() =>
        fixture.proxy.execute(
          bytes > 0
            ? { type: 'credit', quotaAccount: 'purse', slice, bytes }
            : { type: 'empty', quotaAccount: 'purse' },
        ),
      );
    });
    const authorization = `Basic ${Buffer.from(`abc123:${password}`).toString('base64')}`;
    const requests = Array.from(
      { length: 4 },
      () =>
        new Promise<void>((resolve) => {
          const headers = { 'proxy-authorization': authorization };
          const path = `${origin.url}/bytes/1000000`;
          const call = get({ port: fixture.port, path, headers, agent: false });
          call.on('response', (response) => response.on('error', () => undefined).resume());
          call.on('error', () => undefined).on('close', resolve);
        }),
    );
    const tunnels = Array.from({ length: 4 }, async () => {
      const { socket } = await connectThrough(fixture.port, `127.0.0.1:${origin.port}`);
      socket.write('GET /bytes/1000000 HTTP/1.0\r\n\r\n');
      while ((await readChunk(socket)) !== null);
    });
    await Promise.all([...requests, ...tunnels]);
    await expect.poll(() => used).toBe(bought);
  });
});
