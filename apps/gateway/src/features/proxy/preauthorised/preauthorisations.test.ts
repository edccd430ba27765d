import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { relayProgram } from '@comet/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { customer, exitAt, openEcho, password, pepper, readChunk } from '../../../../test/proxy-fixture.ts';
import type { Engine } from '../engine.ts';
import { fakeEngine } from '../engine.fake.ts';
import { type RunningRelay, openRelay } from '../relay/open-relay.ts';

const tooManyConnections = /^HTTP\/1\.1 429 /;
const established = /^HTTP\/1\.1 200 /;

describe('preauthorised tunnels:', () => {
  let engine: Engine;
  let relay: RunningRelay;
  let echo: Awaited<ReturnType<typeof openEcho>>;
  let clients: Socket[];

  beforeEach(async () => {
    const setup = { host: '127.0.0.1', except: ['127.0.0.0/8'], relay: relayProgram };
    engine = fakeEngine({ setup, now: () => performance.now(), random: Math.random });
    engine.exits.replaceAll([exitAt('127.0.0.11')]);
    allow(1_000);
    relay = await openRelay(engine);
    echo = await openEcho();
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    await relay.close();
    await echo.close();
  });

  function allow(connections: number): void {
    const limits = { connections, bytesPerSecond: null };
    engine.customers.replaceAll(pepper.toString('base64url'), [customer({ limits })]);
  }

  interface RequestOptions {
    readonly port?: number;
    readonly secret?: string;
    readonly from?: string;
    readonly early?: string;
  }

  /** Sends a CONNECT followed by `early`; resolves with the first response bytes. */
  async function requestTunnel({
    port = echo.port,
    secret = password,
    from = '127.0.0.1',
    early = '',
  }: RequestOptions = {}) {
    const socket = connect({ port: relay.ports[0], host: '127.0.0.1', localAddress: from });
    clients.push(socket);
    socket.on('error', () => undefined);
    const basic = Buffer.from(`abc123:${secret}`).toString('base64');
    socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\n\r\n${early}`);
    return { socket, response: String(await readChunk(socket)) };
  }

  /** Opens tunnels with the same head and keeps them, so that further connections are prepared. */
  async function openTunnels(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1)
      expect((await requestTunnel()).response).toMatch(established);
  }

  test('authorises few of many identical requests, and releases unused connections', async () => {
    const decided = vi.spyOn(engine.customers, 'identify');
    await openTunnels(30);
    expect(decided.mock.calls.length).toBeLessThan(15);
    await expect.poll(() => echo.sockets.size).toBe(30);
    const [one] = [...engine.customers.all()];
    await expect.poll(() => [engine.openConnections.size, one?.open.size]).toEqual([30, 30]);
    for (const client of clients.slice(0, 20)) client.destroy();
    await expect.poll(() => engine.openConnections.size).toBe(10);
    for (const client of clients) client.destroy();
    await expect.poll(() => engine.openConnections.size).toBe(0);
  });

  test('preauthorises nothing for single requests, or for changing destinations', async () => {
    const serverSockets = await Promise.all(Array.from({ length: 4 }, openEcho));
    for (const { port } of serverSockets)
      expect((await requestTunnel({ port })).response).toMatch(established);
    await expect.poll(() => engine.openConnections.size).toBeGreaterThanOrEqual(4);
    expect(engine.openConnections.size).toBe(4);
    await Promise.all(serverSockets.map((one) => one.close()));
  });

  test('forwards data after a client’s head first', async () => {
    await openTunnels(3);
    for (let index = 0; index < 8; index += 1) {
      const early = `early ${index};`;
      const { socket, response } = await requestTunnel({ early });
      let received = response;
      while (!received.endsWith(early)) {
        const chunk = await readChunk(socket);
        if (chunk === null) break;
        received += chunk;
      }
      expect(received.endsWith(early)).toBe(true);
      socket.write('later');
      expect(String(await readChunk(socket))).toBe('later');
    }
  });

  test('checks another password or address separately', async () => {
    const decided = vi.spyOn(engine.customers, 'identify');
    for (let round = 0; round < 5; round += 1) {
      await openTunnels(3);
      decided.mockClear();
      const from = `127.0.0.${70 + round}`;
      const [wrong, elsewhere] = await Promise.all([
        requestTunnel({ secret: 'worf' }),
        requestTunnel({ from }),
      ]);
      expect(wrong.response).toMatch(/^HTTP\/1\.1 407 /);
      expect(elsewhere.response).toMatch(established);
      expect(decided.mock.calls.map(([, address]) => address)).toContain(from);
      expect(decided.mock.calls.map(([credentials]) => credentials?.password)).toContain('worf');
    }
  });

  test('serves exactly the connection limit of 50 concurrent requests to two targets', async () => {
    const other = await openEcho();
    for (let round = 0; round < 5; round += 1) {
      allow(20);
      await openTunnels(5);
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          requestTunnel({ port: index % 3 === 0 ? other.port : echo.port }),
        ),
      );
      expect(responses.filter(({ response }) => established.test(response)).length).toBe(15);
      expect(responses.filter(({ response }) => tooManyConnections.test(response)).length).toBe(35);
      for (const client of clients.splice(0)) client.destroy();
      await expect.poll(() => engine.openConnections.size).toBe(0);
    }
    await other.close();
  });

  test('reports a closed target as for a request without preauthorisation', async () => {
    await openTunnels(3);
    await expect.poll(() => echo.sockets.size).toBe(3);
    const gone = echo.close();
    expect((await requestTunnel()).response).toMatch(/Comet-Error: target_refused/i);
    for (const client of clients) client.destroy();
    await gone;
    await expect.poll(() => engine.openConnections.size).toBe(0);
  });

  test('releases prepared connections when the proxy closes', async () => {
    await openTunnels(4);
    const ended = clients.map((client) => once(client.resume(), 'close'));
    for (const connection of engine.openConnections) connection.destroy();
    await Promise.all(ended);
    expect(engine.openConnections.size).toBe(0);
  });
});
