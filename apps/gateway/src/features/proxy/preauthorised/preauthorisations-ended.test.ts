import { createServer, type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  customer,
  exitAt,
  type ProxyFixture,
  openEcho,
  openProxyFixture,
  password,
  readChunk,
  grantQuotaOnce,
} from '../../../../test/proxy-fixture.ts';

const established = /^HTTP\/1\.1 200 /;

describe('preauthorised tunnels:', () => {
  let fixture: ProxyFixture;
  let echo: Awaited<ReturnType<typeof openEcho>>;
  let clients: Socket[];

  beforeEach(async () => {
    fixture = await openProxyFixture();
    echo = await openEcho();
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    await fixture.proxy.close();
    await echo.close();
  });

  const basic = Buffer.from(`abc123:${password}`).toString('base64');
  const head = (port: number) =>
    `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`;

  async function openClient(): Promise<Socket> {
    const socket = connect({ port: fixture.port, host: '127.0.0.1' });
    clients.push(socket);
    await new Promise((resolve) => socket.on('error', () => undefined).once('connect', resolve));
    return socket;
  }

  /** Sends the head of a CONNECT; resolves with the first received bytes. */
  async function requestTunnel(socket: Socket, port = echo.port): Promise<string> {
    socket.write(head(port));
    return String(await readChunk(socket));
  }

  async function openTunnels(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1)
      expect(await requestTunnel(await openClient())).toMatch(established);
  }

  /** Resolves with all received bytes at the end of the connection. */
  async function readToEnd(socket: Socket): Promise<string> {
    let received = '';
    for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
      received += chunk;
    return received;
  }

  const changes: Readonly<Record<string, { apply(): void; readonly endsAll: boolean }>> = {
    'the customer is removed': {
      apply: () => fixture.proxy.execute({ type: 'customer-gone', id: 'abc123' }),
      endsAll: true,
    },
    'the customer has another password': {
      apply: () => fixture.customers(customer({ mac: 'another' })),
      endsAll: true,
    },
    'the route of the customer changes': {
      apply: () => fixture.customers(customer({ route: { kind: 'exit', exit: 'none' } })),
      endsAll: true,
    },
    'the exit is removed': { apply: () => fixture.exits(), endsAll: true },
    'the exit is unhealthy': {
      apply: () => fixture.exits(exitAt('127.0.0.11', { healthy: false })),
      endsAll: true,
    },
    'the exit refuses the port': {
      apply: () =>
        fixture.exits(exitAt('127.0.0.11', { rules: { ports: [echo.port], networks: [], names: [] } })),
      endsAll: false,
    },
    'the address becomes one of our own networks': {
      apply: () => fixture.proxy.execute({ type: 'own', networks: [{ network: '127.0.0.1/32', open: [] }] }),
      endsAll: false,
    },
  };

  test.each(Object.entries(changes))(
    'when %s, no client uses a connection prepared before',
    async (_, change) => {
      for (let round = 0; round < 4; round += 1) {
        fixture.exits(exitAt('127.0.0.11'));
        fixture.proxy.execute({ type: 'own', networks: [] });
        fixture.customers(customer());
        await openTunnels(8);
        const before = clients.splice(0);
        const late = await Promise.all(Array.from({ length: 12 }, openClient));
        // Some reach the relay before the change does.
        for (const socket of late) socket.write(head(echo.port));
        change.apply();
        await Promise.all(late.map(readToEnd));
        expect(await requestTunnel(await openClient())).not.toMatch(established);
        const closed = Promise.all(before.map(readToEnd));
        if (!change.endsAll) for (const socket of before) socket.end();
        await closed;
      }
    },
  );

  test('forwards exactly the bought quota, then ends all connections', async () => {
    const bought = 5_000_003;
    let upward = 0;
    let serverSockets = 0;
    const server = createServer((socket) => {
      serverSockets += 1;
      socket.on('error', () => undefined).on('close', () => (serverSockets -= 1));
      socket.once('data', () => socket.end(Buffer.alloc(400_000, 'x')));
      socket.on('data', (chunk: Buffer) => (upward += chunk.length));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    fixture.customers(customer({ quotaAccount: 'purse' }));
    const usage = grantQuotaOnce(fixture, 'purse', bought);
    let downward = 0;
    async function fetch(): Promise<void> {
      const socket = await openClient();
      if (!established.test(await requestTunnel(socket, port))) return;
      socket.write('more');
      for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
        downward += chunk.length;
      socket.destroy();
    }
    // Four parallel sequences: most requests use prepared connections, and their total exceeds the quota.
    const line = async (): Promise<void> => {
      for (let index = 0; index < 10; index += 1) await fetch();
    };
    await Promise.all([line(), line(), line(), line()]);
    await expect.poll(() => usage.used).toBe(bought);
    await expect.poll(() => serverSockets).toBe(0);
    expect(downward + upward).toBe(bought);
    expect(await requestTunnel(await openClient(), port)).toMatch(/Comet-Error: no_data/i);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
