import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { apiHost, listenAt } from '../../../../test/fleet/api-access-fixture.ts';
import {
  certificates,
  lie,
  resolverTo,
  serveRelay,
  serveResolver,
  setUpAccess,
  truth,
} from '../../../../test/fleet/api-access-servers.ts';
import { socks5Server } from '../../../../test/fleet/socks5-server.ts';

test('direct: reaches the API by its resolved address, and stores the verified address', async () => {
  const { call, requests, remembered, verified, applied } = await setUpAccess({ resolved: truth });
  expect(await call()).toBe('from the API');
  expect([requests, remembered, verified]).toEqual([['GET /status'], ['direct'], [truth]]);
  // The API's resolved addresses are permitted always.
  expect(applied).toEqual([]);
});

test('poisoned DNS: the wrong certificate is refused before a request is sent, and a pinned address is used', async () => {
  const { call, requests, lies, remembered } = await setUpAccess({ resolved: lie, pinned: [truth] });
  const start = performance.now();
  expect(await call()).toBe('from the API');
  // At once, without the head delay.
  expect(performance.now() - start).toBeLessThan(290);
  expect([requests, lies, remembered]).toEqual([['GET /status'], [], ['pinned']]);
});

test('poisoned DNS without a pinned address: DNS over HTTPS finds the API', async () => {
  const resolver = await serveResolver(resolverTo(truth));
  const { call, lies, remembered, verified } = await setUpAccess({ resolved: lie, resolvers: [resolver] });
  expect(await call()).toBe('from the API');
  expect([lies, remembered, verified]).toEqual([[], ['doh'], [truth]]);
});

test('a lying resolver over HTTPS is not trusted, and the next one is tried', async () => {
  const resolvers = [await serveResolver(resolverTo(lie)), await serveResolver(resolverTo(truth))];
  const { call, lies, remembered } = await setUpAccess({ resolvers, choice: 'doh' });
  expect(await call()).toBe('from the API');
  expect([lies, remembered]).toEqual([[], ['doh']]);
});

test.each<[string, () => Promise<string>]>([
  ['with a certificate for another host', () => serveResolver(resolverTo(truth), certificates.api)],
  ['with garbage', () => serveResolver((_, response) => response.end('garbage'))],
  [
    'with a malformed message',
    () =>
      serveResolver((_, response) => {
        response.setHeader('content-type', 'application/dns-message');
        response.end(Buffer.from([1, 2, 3]));
      }),
  ],
  [
    'with an endless message',
    () =>
      serveResolver((_, response) => {
        response.setHeader('content-type', 'application/dns-message');
        const more = (): void => {
          while (response.write(Buffer.alloc(65_536)));
          response.once('drain', more);
        };
        more();
      }),
  ],
  ['with an error', () => serveResolver((_, response) => response.writeHead(503).end())],
])('a resolver over HTTPS %s is not used', async (_, serve) => {
  const { call, requests, permitted } = await setUpAccess({ resolvers: [await serve()], choice: 'doh' });
  await expect(call()).rejects.toBeInstanceOf(Error);
  expect(requests).toEqual([]);
  expect(permitted.current()).toEqual([]);
});

test('through a gateway: the API’s certificate is verified inside, and the gateway sees only ciphertext', async () => {
  const requested: string[] = [];
  let apiPort = 0;
  const seen: Buffer[] = [];
  const tap = createServer((socket) => {
    const upstream = connect(apiPort, truth);
    upstream.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => seen.push(chunk));
    socket.pipe(upstream).pipe(socket);
  });
  const tapPort = await listenAt(tap, truth);
  const relay = await serveRelay(() => tapPort, certificates.gateway, requested);
  const { call, port, remembered, permitted, applied, pinned, verified } = await setUpAccess({
    gatewayPorts: [relay],
  });
  apiPort = port;
  expect(await call()).toBe('from the API');
  expect([requested, remembered, verified]).toEqual([[`${apiHost}:${port}`], ['gateway'], []]);
  expect(seen.length).toBeGreaterThan(0);
  expect(Buffer.concat(seen).includes('GET /status')).toBe(false);
  expect(permitted.current()).toEqual([{ host: truth, port: relay }]);
  pinned.forget();
  await expect.poll(() => permitted.current()).toEqual([]);
  expect(applied).toEqual([`${truth}:${relay}`, '']);
});

test.each<[string, () => Promise<number>]>([
  ['with another certificate', () => serveRelay(() => 9, certificates.api)],
  [
    'that responds with garbage',
    () =>
      listenAt(
        createTlsServer(certificates.gateway, (socket: TLSSocket) => {
          socket.on('error', () => undefined);
          socket.once('data', () => socket.end('garbage\r\n\r\n'));
        }),
        truth,
      ),
  ],
  [
    'that refuses',
    async () => {
      const server = createHttpsServer(certificates.gateway);
      server.on('connect', (_, socket) => {
        socket.end('HTTP/1.1 403 relay_refused\r\ncontent-length: 2\r\n\r\n{}');
      });
      return listenAt(server, truth);
    },
  ],
  [
    'that leads to another server',
    async () => {
      const other = await listenAt(
        createHttpsServer(certificates.liar, (_, response) => response.end('a lie')),
        truth,
      );
      return serveRelay(() => other);
    },
  ],
  [
    'that never responds',
    () =>
      listenAt(
        createServer(() => undefined),
        truth,
      ),
  ],
])('a gateway %s is not used, and the next one is tried', async (_, serve) => {
  let apiPort = 0;
  const bad = await serve();
  const good = await serveRelay(() => apiPort);
  const { call, port, requests, remembered } = await setUpAccess({ gatewayPorts: [bad, good] });
  apiPort = port;
  expect(await call()).toBe('from the API');
  expect([requests, remembered]).toEqual([['GET /status'], ['gateway']]);
});

test.each([null, { user: 'ada', password: 'pass word' }])('through a SOCKS5 proxy with %j', async (login) => {
  let apiPort = 0;
  const { server, requested } = socks5Server(login, () => ({ host: truth, port: apiPort }));
  const port = await listenAt(server, truth);
  const access = await setUpAccess({ resolved: lie, proxy: { address: truth, port, login } });
  apiPort = access.port;
  expect(await access.call()).toBe('from the API');
  expect([requested, access.remembered]).toEqual([[`${apiHost}:${access.port}`], ['socks5']]);
});

test('a SOCKS5 proxy that refuses the password is not used, and the error does not contain it', async () => {
  const { server } = socks5Server({ user: 'ada', password: 'right' }, () => ({ host: truth, port: 9 }));
  const login = { user: 'ada', password: 'wrong-secret' };
  const proxy = { address: truth, port: await listenAt(server, truth), login };
  const { call, requests } = await setUpAccess({ proxy, choice: 'socks5' });
  const error: unknown = await call().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wrong-secret');
  expect(requests).toEqual([]);
});

test('a fixed method is the only one', async () => {
  const { call, requests } = await setUpAccess({ resolved: truth, choice: 'gateway' });
  await expect(call()).rejects.toThrow('nothing to try');
  expect(requests).toEqual([]);
});

test('the remembered method of a network is tried first', async () => {
  let apiPort = 0;
  const { server } = socks5Server(null, () => ({ host: truth, port: apiPort }));
  const proxy = { address: truth, port: await listenAt(server, truth), login: null };
  const { call, port, remembered } = await setUpAccess({ resolved: truth, proxy, worked: 'socks5' });
  apiPort = port;
  await call();
  expect(remembered).toEqual(['socks5']);
});

test('a change of the route starts a pending connection again, once', async () => {
  const { access, call, requests } = await setUpAccess({ resolved: truth });
  const calling = call();
  access.abort();
  expect(await calling).toBe('from the API');
  expect(requests).toEqual(['GET /status']);
});

test('DNS over HTTPS: the resolver is permitted only until it has responded', async () => {
  const resolver = await serveResolver(resolverTo(truth));
  const { call, permitted, port } = await setUpAccess({ resolvers: [resolver], choice: 'doh' });
  expect(await call()).toBe('from the API');
  expect(permitted.current()).toEqual([{ host: truth, port }]);
});

test('a test tries each method once and reports the times', async () => {
  let apiPort = 0;
  const relay = await serveRelay(() => apiPort);
  const { access, port, permitted } = await setUpAccess({
    resolved: lie,
    pinned: [truth],
    gatewayPorts: [relay],
  });
  apiPort = port;
  const time = expect.any(Number) as number;
  expect(await access.test()).toEqual([
    { method: 'direct', outcome: 'failed', milliseconds: null },
    { method: 'pinned', outcome: 'reached', milliseconds: time },
    { method: 'doh', outcome: 'unavailable', milliseconds: null },
    { method: 'gateway', outcome: 'reached', milliseconds: time },
    { method: 'socks5', outcome: 'unavailable', milliseconds: null },
  ]);
  await expect.poll(() => permitted.current()).toEqual([]);
});
