import packet from 'dns-packet';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import type { AccessMethod } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import {
  apiHost,
  certificatesUnderTest,
  listenAt,
  relayName,
} from '../../../../test/fleet/api-access-fixture.ts';
import { socks5Server } from '../../../../test/fleet/socks5-server.ts';
import { pinnedFetch } from '../../admission/pinned-fetch.ts';
import { apiAccess } from './api-access.ts';
import { directAccess, pinnedAccess } from './direct-routes.ts';
import { dohAccess } from './doh-routes.ts';
import { gatewayAccess } from './gateway-routes.ts';
import { permittedEndpoints } from './permitted-endpoints.ts';
import { type Socks5Proxy, socks5Access } from './socks5-routes.ts';
import { verifyByTls } from './verified-connection.ts';

/**
 * Each method against real servers. The API is at 127.0.0.1; at 127.0.0.2, where a lying resolver leads, another server has a valid
 * certificate for another name.
 */
const certificates = certificatesUnderTest();
const truth = '127.0.0.1';
const lie = '127.0.0.2';

interface Options {
  /** What the system's resolver returns; null for no response. */
  readonly resolved?: string | null;
  readonly pinned?: readonly string[];
  readonly resolvers?: readonly string[];
  readonly gatewayPorts?: readonly number[];
  readonly proxy?: Socks5Proxy;
  readonly choice?: AccessMethod;
  readonly worked?: AccessMethod;
}

async function setUp(options: Options = {}) {
  const requests: string[] = [];
  const server = createHttpsServer(certificates.api, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end('from the API');
  });
  const port = await listenAt(server, truth);
  const lies: string[] = [];
  const liar = createHttpsServer(certificates.liar, (request, response) => {
    lies.push(`${request.method} ${request.url}`);
    response.end('a lie');
  });
  await listenAt(liar, lie, port);
  const { resolved = null } = options;
  const lookup: LookupFunction = (_name, { all }, callback) => {
    if (resolved === null) callback(Object.assign(new Error('no resolver'), { code: 'ENOTFOUND' }), '');
    else if (all === true) callback(null, [{ address: resolved, family: 4 }]);
    else callback(null, resolved, 4);
  };
  const direct = () => (resolved === null ? [] : [{ host: resolved, port }]);
  const isApi = (target: { readonly host: string }) => target.host === apiHost;
  const remembered: AccessMethod[] = [];
  const verified: string[] = [];
  const applied: string[] = [];
  const permitted = permittedEndpoints(() => {
    applied.push(
      permitted
        .current()
        .map(({ host, port: at }) => `${host}:${at}`)
        .join(' '),
    );
    return Promise.resolve();
  });
  const access = apiAccess({
    strategies: [
      directAccess(isApi, lookup),
      pinnedAccess(isApi, () => options.pinned ?? [], direct),
      dohAccess(
        (options.resolvers ?? []).map((url) => new URL(url)),
        direct,
      ),
      gatewayAccess(
        isApi,
        () =>
          (options.gatewayPorts ?? []).map((admissionPort) => ({
            ...{ address: truth, admissionPort, serverName: relayName },
          })),
        [certificates.authority],
      ),
      socks5Access(() => options.proxy ?? null),
    ],
    api: { host: apiHost, port, usesTls: true },
    choice: () => options.choice ?? 'automatic',
    isTunnelled: () => false,
    memory: { worked: () => options.worked ?? null, remember: (method) => void remembered.push(method) },
    permitted,
    verify: verifyByTls(),
    onVerified: (address) => void verified.push(address),
    delays: { head: 300, stagger: 100 },
  });
  const pinned = pinnedFetch(access.open);
  const call = async () => {
    const response = await pinned.fetch(`https://${apiHost}:${port}/status`, {
      ...{ method: 'GET', headers: {}, credentials: 'include' },
      signal: AbortSignal.timeout(20_000),
    });
    return response.text();
  };
  return { access, call, pinned, port, requests, lies, remembered, verified, permitted, applied };
}

/** A resolver for DNS over HTTPS that gives this address for every name. */
function resolverTo(address: string): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { questions = [] } = packet.decode(Buffer.concat(chunks));
      const [question] = questions;
      response.setHeader('content-type', 'application/dns-message');
      const answers =
        question?.type === 'A' ? [{ type: 'A' as const, name: question.name, data: address, ttl: 60 }] : [];
      response.end(packet.encode({ type: 'response', id: 0, questions, answers }));
    });
  };
}

async function serveResolver(
  listener: RequestListener,
  certificate = certificates.resolver,
): Promise<string> {
  return `https://127.0.0.1:${await listenAt(createHttpsServer(certificate, listener), truth)}/dns-query`;
}

/** A gateway that relays to a port, whatever the request names. */
async function serveRelay(port: () => number, certificate = certificates.gateway, requested: string[] = []) {
  const server = createHttpsServer(certificate);
  server.on('connect', (request, socket) => {
    requested.push(request.url ?? '');
    const upstream = connect(port(), truth);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  return listenAt(server, truth);
}

test('direct: reaches the API by its resolved address, and stores the verified address', async () => {
  const { call, requests, remembered, verified, applied } = await setUp({ resolved: truth });
  expect(await call()).toBe('from the API');
  expect([requests, remembered, verified]).toEqual([['GET /status'], ['direct'], [truth]]);
  // The API's resolved addresses are permitted always.
  expect(applied).toEqual([]);
});

test('poisoned DNS: the wrong certificate is refused before a request is sent, and a pinned address is used', async () => {
  const { call, requests, lies, remembered } = await setUp({ resolved: lie, pinned: [truth] });
  const start = performance.now();
  expect(await call()).toBe('from the API');
  // At once, without the head delay.
  expect(performance.now() - start).toBeLessThan(290);
  expect([requests, lies, remembered]).toEqual([['GET /status'], [], ['pinned']]);
});

test('poisoned DNS without a pinned address: DNS over HTTPS finds the API', async () => {
  const resolver = await serveResolver(resolverTo(truth));
  const { call, lies, remembered, verified } = await setUp({ resolved: lie, resolvers: [resolver] });
  expect(await call()).toBe('from the API');
  expect([lies, remembered, verified]).toEqual([[], ['doh'], [truth]]);
});

test('a lying resolver over HTTPS is not trusted, and the next one is tried', async () => {
  const resolvers = [await serveResolver(resolverTo(lie)), await serveResolver(resolverTo(truth))];
  const { call, lies, remembered } = await setUp({ resolvers, choice: 'doh' });
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
  const { call, requests, permitted } = await setUp({ resolvers: [await serve()], choice: 'doh' });
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
  const { call, port, remembered, permitted, applied, pinned, verified } = await setUp({
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
  const { call, port, requests, remembered } = await setUp({ gatewayPorts: [bad, good] });
  apiPort = port;
  expect(await call()).toBe('from the API');
  expect([requests, remembered]).toEqual([['GET /status'], ['gateway']]);
});

test.each([null, { user: 'ada', password: 'pass word' }])('through a SOCKS5 proxy with %j', async (login) => {
  let apiPort = 0;
  const { server, requested } = socks5Server(login, () => ({ host: truth, port: apiPort }));
  const port = await listenAt(server, truth);
  const access = await setUp({ resolved: lie, proxy: { address: truth, port, login } });
  apiPort = access.port;
  expect(await access.call()).toBe('from the API');
  expect([requested, access.remembered]).toEqual([[`${apiHost}:${access.port}`], ['socks5']]);
});

test('a SOCKS5 proxy that refuses the password is not used, and the error does not contain it', async () => {
  const { server } = socks5Server({ user: 'ada', password: 'right' }, () => ({ host: truth, port: 9 }));
  const login = { user: 'ada', password: 'wrong-secret' };
  const proxy = { address: truth, port: await listenAt(server, truth), login };
  const { call, requests } = await setUp({ proxy, choice: 'socks5' });
  const error: unknown = await call().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wrong-secret');
  expect(requests).toEqual([]);
});

test('a fixed method is the only one', async () => {
  const { call, requests } = await setUp({ resolved: truth, choice: 'gateway' });
  await expect(call()).rejects.toThrow('nothing to try');
  expect(requests).toEqual([]);
});

test('the remembered method of a network is tried first', async () => {
  let apiPort = 0;
  const { server } = socks5Server(null, () => ({ host: truth, port: apiPort }));
  const proxy = { address: truth, port: await listenAt(server, truth), login: null };
  const { call, port, remembered } = await setUp({ resolved: truth, proxy, worked: 'socks5' });
  apiPort = port;
  await call();
  expect(remembered).toEqual(['socks5']);
});

test('a test tries each method once and reports the times', async () => {
  let apiPort = 0;
  const relay = await serveRelay(() => apiPort);
  const { access, port, permitted } = await setUp({ resolved: lie, pinned: [truth], gatewayPorts: [relay] });
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
