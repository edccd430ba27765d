import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  exitAt,
  type ProxyFixture,
  openEcho,
  openProxyFixture,
  password,
  readChunk,
} from '../../../test/proxy-fixture.ts';

describe('the proxy:', () => {
  let fixture: ProxyFixture;
  let echo: Awaited<ReturnType<typeof openEcho>>;
  beforeAll(async () => {
    echo = await openEcho();
  });
  afterAll(() => echo.close());
  beforeEach(async () => {
    fixture = await openProxyFixture();
  });
  afterEach(() => fixture.proxy.close());

  /** Resolves with the source address of the connection, or the error of the proxy. */
  async function exitOf(username: string | null = 'abc123', authority = `127.0.0.1:${echo.port}`) {
    const { socket, head } = await connectThrough(fixture.port, authority, username);
    if (!head.startsWith('HTTP/1.1 200')) {
      socket.destroy();
      return /Comet-Error: (\w+)/.exec(head)?.[1] ?? head;
    }
    const source = (await readChunk(socket))?.toString().trim();
    socket.destroy();
    return source;
  }

  async function exitsOf(username: string, times: number) {
    const seen = new Set<string | undefined>();
    for (let turn = 0; turn < times; turn += 1) seen.add(await exitOf(username));
    return seen;
  }

  const three = [exitAt('127.0.0.11'), exitAt('127.0.0.12'), exitAt('127.0.0.13', { country: 'DE' })];

  describe('a connection', () => {
    test('uses an exit of the country in the user name', async () => {
      fixture.exits(...three);
      expect(await exitOf('abc123-country-de')).toBe('127.0.0.13');
      expect(await exitOf('abc123-country-fr')).toBe('exit_unavailable');
      expect(await exitOf('abc123-country-de-city-berlin')).toBe('exit_unavailable');
    });

    test('rotates without a session, and keeps its exit for the lifetime of a session', async () => {
      fixture.exits(...three);
      expect((await exitsOf('abc123-country-us', 24)).size).toBe(2);
      const [first] = [...(await exitsOf('abc123-country-us-session-a-lifetime-30', 8))];
      expect(await exitsOf('abc123-country-us-session-a-lifetime-30', 8)).toEqual(new Set([first]));
      fixture.advance(30 * 60_000);
      expect(await exitOf('abc123-country-us-session-a-lifetime-30')).not.toBe(first);
    });

    test('of a session without its exit fails or gets another, by its parameter', async () => {
      fixture.exits(...three);
      const [kept] = [...(await exitsOf('abc123-country-us-session-a', 1))];
      const [replaced] = [...(await exitsOf('abc123-country-us-session-b-ifgone-replace', 1))];
      fixture.exits(exitAt('127.0.0.14'));
      expect(await exitOf('abc123-country-us-session-a')).toBe('session_gone');
      expect(await exitOf('abc123-country-us-session-b-ifgone-replace')).toBe('127.0.0.14');
      fixture.exits(...three);
      expect(await exitOf('abc123-country-us-session-a')).toBe(kept);
      expect(replaced).toMatch(/^127/);
    });

    test('of a session through a provider reports the failure, and keeps its exit while the provider is healthy', async () => {
      const outlet = { protocol: 'http', host: '127.0.0.1', port: 9, usernameTemplate: 'u', password: 'p' };
      const provider = exitAt('127.0.0.15', {
        kind: 'upstream',
        outlet: { kind: 'upstream', ...outlet } as never,
      });
      fixture.exits(provider);
      for (const more of ['', '-ifgone-replace']) {
        expect(await exitOf(`abc123-session-a${more}`)).toBe('exit_failed');
        fixture.exits(provider, exitAt('127.0.0.12'));
        expect(await exitOf(`abc123-session-a${more}`)).toBe('exit_failed');
      }
    });

    test('uses another exit after a failure, which is reported to the agent', async () => {
      fixture.exits(exitAt('192.0.2.99', { load: 0 }), exitAt('127.0.0.12', { load: 1 }));
      for (let turn = 0; turn < 4; turn += 1) expect(await exitOf()).toBe('127.0.0.12');
      expect(fixture.events).toContainEqual({ type: 'exit-failed', exit: '192.0.2.99' });
    });

    test('ends with its exit, and with the grant', async () => {
      for (const end of [() => fixture.exits(exitAt('127.0.0.12')), () => fixture.customers()]) {
        fixture.exits(exitAt('127.0.0.11'));
        fixture.customers(customer());
        const { socket } = await connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
        await readChunk(socket);
        end();
        expect(await readChunk(socket)).toBeNull();
      }
    });

    test('is not opened if the grant changes during the opening', async () => {
      let respond: () => void = () => undefined;
      fixture.names.set('slow.example', new Promise((resolve) => (respond = () => resolve(['127.0.0.1']))));
      const opening = exitOf('abc123', `slow.example:${echo.port}`);
      await expect.poll(() => fixture.resolvedNames).toEqual(['slow.example']);
      fixture.customers(customer({ mac: 'another', addresses: ['127.0.0.1'] }));
      respond();
      expect(await opening).toBe('exit_failed');
    });

    test('forwards both directions, also early data, and each end separately', async () => {
      const { socket } = await connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
      await readChunk(socket);
      const sent = Buffer.alloc(3_000_000, 'abc');
      socket.end(sent);
      const parts: Buffer[] = [];
      for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
        parts.push(chunk);
      expect(Buffer.concat(parts).equals(sent)).toBe(true);
    });

    test('forwards all data to a slow target that has already sent its end', async () => {
      const received: Buffer[] = [];
      const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (target) =>
        target.end('bye'),
      );
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const arrived = once(server, 'connection') as Promise<[Socket]>;
      const { socket } = await connectThrough(fixture.port, `127.0.0.1:${port}`);
      socket.allowHalfOpen = true;
      const [target] = await arrived;
      socket.resume();
      await once(socket, 'end');
      const sent = Buffer.alloc(4_500_000, 'abc');
      socket.end(sent);
      await sleep(200);
      target.on('data', (chunk: Buffer) => received.push(chunk)).resume();
      await once(target, 'close');
      expect(Buffer.concat(received).equals(sent)).toBe(true);
      server.close();
    });

    test('waits for capacity if its exit has exceeded its rate, however many connections are opened', async () => {
      const capped = exitAt('127.0.0.11', { caps: { bytesPerSecond: 1, dayBytes: null } });
      fixture.exits(capped, exitAt('127.0.0.13', { country: 'DE' }));
      let open = 0;
      let begun = 0;
      const begin = () => {
        begun += 1;
        return exitOf('abc123-country-us').then(() => (open += 1));
      };
      await begin();
      const all: Promise<number>[] = [];
      // Connections through another exit complete first.
      const isDelayed = async () => {
        all.push(begin());
        await exitOf('abc123-country-de');
        await exitOf('abc123-country-de');
        return open < begun;
      };
      await expect.poll(isDelayed).toBe(true);
      fixture.exits(exitAt('127.0.0.11'));
      await Promise.all(all);
      expect(open).toBe(begun);
    });

    test('counts towards the limit of the customer', async () => {
      fixture.customers(customer({ limits: { connections: 1, bytesPerSecond: null } }));
      const { socket } = await connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
      await readChunk(socket);
      expect(await exitOf()).toBe('too_many_connections');
      socket.destroy();
      await expect.poll(() => exitOf()).toBe('127.0.0.11');
    });
  });

  describe('a refused client', () => {
    test.each([
      [null, 'credentials_required'],
      ['nobody', 'bad_credentials'],
      ['abc123-country-usa', 'bad_country'],
      ['abc123-city-nyc', 'bad_city'],
      ['abc123-session-a-lifetime-0', 'bad_lifetime'],
      ['abc123-zip-1', 'bad_parameter'],
    ])('%s receives %s', async (username, refusal) => {
      expect(await exitOf(username)).toBe(refusal);
    });

    test.each([
      ['10.0.0.1:80', 'destination_refused'],
      ['[::ffff:127.0.0.1]:80', 'destination_refused'],
      ['127.0.0.1:25', 'destination_refused'],
      ['127.1:80', 'bad_request'],
      ['unknown.example:80', 'name_unknown'],
      ['127.0.0.1:1', 'target_refused'],
    ])('of %s receives %s', async (authority, refusal) => {
      expect(await exitOf('abc123', authority)).toBe(refusal);
    });

    test('with an endless head receives an error, and is not treated as complete', async () => {
      const socket = connect({ port: fixture.port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      const basic = Buffer.from(`abc123:${password}`).toString('base64');
      const begun = `CONNECT 127.0.0.1:${echo.port} HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\nX: `;
      socket.write(begun.padEnd(20_000, 'x'));
      expect((await readChunk(socket))?.toString()).toContain('Comet-Error: bad_request');
      socket.destroy();
    });

    test('that stays connected is closed for others', async () => {
      const staying: Socket[] = [];
      for (let count = 0; count < 514; count += 1) {
        const socket = connect({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => undefined);
        socket.write('CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n');
        expect((await readChunk(socket))?.toString()).toContain('Comet-Error: credentials_required');
        staying.push(socket);
      }
      // The connection of the first client is closed.
      await expect.poll(() => (staying[0]?.write('x'), staying[0]?.destroyed)).toBe(true);
      for (const socket of staying) socket.destroy();
    });

    test('resolves a name once, and connects to that answer', async () => {
      fixture.names.set('good.example', ['10.0.0.1', '127.0.0.1']);
      fixture.names.set('bad.example', ['10.0.0.1', '::1']);
      expect(await exitOf('abc123', `good.example:${echo.port}`)).toBe('127.0.0.11');
      expect(await exitOf('abc123', `bad.example:${echo.port}`)).toBe('destination_refused');
      expect(fixture.resolvedNames).toEqual(['good.example', 'bad.example']);
    });

    test('our own addresses are blocked', async () => {
      fixture.proxy.execute({ type: 'own', networks: [{ network: '127.0.0.1/32', open: [] }] });
      expect(await exitOf()).toBe('destination_refused');
    });

    test('an exit does not forward destinations blocked by its rules', async () => {
      fixture.exits(exitAt('127.0.0.11', { rules: { ports: [echo.port], networks: [], names: [] } }));
      expect(await exitOf()).toBe('destination_refused');
    });

    test('a dedicated address has no targeting, and is the source address', async () => {
      fixture.customers(customer({ route: { kind: 'address', address: '127.0.0.77' } }));
      expect(await exitOf()).toBe('127.0.0.77');
      expect(await exitOf('abc123-country-us')).toBe('targeting_unavailable');
    });
  });
});
