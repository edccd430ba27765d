import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { relayProgram } from '@comet/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { connectThrough, customer, exitAt, pepper, readChunk } from '../../../../test/proxy-fixture.ts';
import { fakeEngine } from '../engine.fake.ts';
import { openRelay } from '../relay/open-relay.ts';
import { probeUpstream } from './probe-upstream.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  return (server.address() as AddressInfo).port;
}

/** Starts an admission endpoint that answers a TLS 1.2 ClientHello with an alert. */
const admissionEndpoint = () =>
  listen((socket) =>
    socket.once('data', (hello: Buffer) => {
      if (hello[0] === 22 && hello.length === 5 + hello.readUInt16BE(3))
        socket.end(Buffer.of(21, 3, 3, 0, 2, 2, 70));
    }),
  );

/** Starts a resolver that answers every query with an error. */
const resolver = () =>
  listen((socket) =>
    socket.once('data', (query: Buffer) => {
      const refused = Buffer.from(query);
      refused.writeUInt16BE(0x8185, 4);
      socket.end(refused);
    }),
  );

/** Starts a provider that runs `then` for each requested connection. */
const provider = (then: (client: Socket, host: string, port: number, user: string) => void) =>
  listen((client) =>
    client.once('data', (head) => {
      const [, host = '', port] = /^CONNECT ([0-9.]+):(\d+) /.exec(head.toString()) ?? [];
      const [, basic = ''] = /Basic (\S+)\r\n/.exec(head.toString()) ?? [];
      then(client, host, Number(port), Buffer.from(basic, 'base64').toString());
    }),
  );

const granted = 'HTTP/1.1 200 Yes\r\n\r\n';

function forward(client: Socket, host: string, port: number): void {
  const upstream = connect({ host, port }).on('error', () => client.destroy());
  opened.push({ close: () => void upstream.destroy() });
  client.write(granted);
  client.pipe(upstream).pipe(client);
}

async function engineWith(port: number) {
  let tokens = 0;
  const engine = fakeEngine({
    setup: {
      resolver: '127.0.0.9',
      relay: relayProgram,
      except: ['127.0.0.0/8'],
      admissionEndpoint: { host: '127.0.0.1', port: await admissionEndpoint() },
    },
    newToken: () => `token${(tokens += 1)}`,
  });
  const outlet = {
    ...{ kind: 'upstream' as const, protocol: 'http' as const, host: '127.0.0.1', port },
    ...{ usernameTemplate: 'comet-{country}-{session}', password: 'word' },
  };
  engine.exits.replaceAll([exitAt('one/US', { kind: 'upstream', outlet })]);
  const probe = (timeouts?: { next: number; all: number }) =>
    probeUpstream(engine, { upstream: 'one', outlet, countries: ['US', 'DE'] }, timeouts);
  return { engine, probe };
}

/** Starts a provider that forwards to the targets that answer; port 53 is the resolver. */
async function forwardTo(responses: { readonly admissionEndpoint: boolean; readonly resolver: boolean }) {
  const names = await resolver();
  const requested: string[] = [];
  const port = await provider((client, host, port) => {
    requested.push(port === 53 ? host : 'door');
    if (port !== 53 && responses.admissionEndpoint) forward(client, host, port);
    if (port === 53 && responses.resolver) forward(client, '127.0.0.1', names);
  });
  return { requested, port };
}

const shortTimeouts = { next: 20, all: 100 };

test('an endpoint that reaches our admission endpoint works', async () => {
  const { probe } = await engineWith(await provider(forward));
  expect(await probe()).toBe(true);
});

test('an unreachable admission endpoint does not fail the check: the resolver is used, and is tried first afterwards', async () => {
  const { requested, port } = await forwardTo({ admissionEndpoint: false, resolver: true });
  const { probe } = await engineWith(port);
  expect(await probe({ next: 20, all: 2_500 })).toBe(true);
  expect(await probe({ next: 20, all: 2_500 })).toBe(true);
  expect(requested).toEqual(['door', '127.0.0.9', '127.0.0.9']);
});

test('an unreachable resolver does not fail the check either; without both targets it fails', async () => {
  const { port } = await forwardTo({ admissionEndpoint: true, resolver: false });
  expect(await (await engineWith(port)).probe()).toBe(true);
  const silent = await forwardTo({ admissionEndpoint: false, resolver: false });
  expect(await (await engineWith(silent.port)).probe(shortTimeouts)).toBe(false);
  expect(silent.requested).toEqual(['door', '127.0.0.9', 'door']);
});

test('offline exits of a provider do not fail the check: each try uses another country and token', async () => {
  const users: string[] = [];
  const { probe } = await engineWith(
    await provider((client, host, port, user) => {
      users.push(user);
      if (users.length < 3) client.end('HTTP/1.1 502 Away\r\n\r\n');
      else forward(client, host, port);
    }),
  );
  expect(await probe()).toBe(true);
  expect(users).toEqual(['comet-us-token1:word', 'comet-de-token2:word', 'comet-us-token3:word']);
});

test.each<[string, (client: Socket) => void]>([
  ['stays silent', () => undefined],
  ['accepts connections and forwards nothing', (client) => void client.write(granted)],
  ['returns its own page', (client) => void client.end(`${granted}HTTP/1.1 402 Payment Required\r\n\r\n`)],
])('an endpoint that accepts connections and %s does not work', async (_, then) => {
  const { probe } = await engineWith(await provider(then));
  expect(await probe(shortTimeouts)).toBe(false);
});

test('one without a listener does not work', async () => {
  const port = await listen(() => undefined);
  for (const one of opened.splice(0)) one.close();
  const { probe } = await engineWith(port);
  expect(await probe()).toBe(false);
});

test('bytes that customers receive meanwhile prove that it works', async () => {
  const { engine, probe } = await engineWith(await provider(() => undefined));
  const chatty = await listen((socket) => {
    const timer = setInterval(() => socket.write('word'), 5);
    socket.once('close', () => clearInterval(timer));
  });
  const socket = connect({ host: '127.0.0.1', port: chatty });
  opened.push({ close: () => void socket.destroy() });
  await new Promise((resolve) => socket.resume().once('data', resolve));
  engine.exits.find('one/US')?.keepConnection({
    received: () => Promise.resolve(socket.bytesRead),
    onceClosed: (listener) => void socket.once('close', listener),
  });
  expect(await probe(shortTimeouts)).toBe(true);
});

describe('with a tunnel at the relay:', () => {
  async function tunnelThrough(then: (client: Socket) => void) {
    const port = await provider((client, _host, requested) => {
      if (requested === 9) then(client);
    });
    const { engine, probe } = await engineWith(port);
    const relay = await openRelay(engine);
    opened.push({ close: () => void relay.close() });
    engine.customers.replaceAll(pepper.toString('base64url'), [customer()]);
    const { head, socket } = await connectThrough(relay.ports[0], '127.0.0.1:9');
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    opened.push({ close: () => void socket.destroy() });
    return { probe, socket };
  }

  test('bytes that customers receive meanwhile prove that it works', async () => {
    const { probe, socket } = await tunnelThrough((client) => {
      client.write(granted);
      const timer = setInterval(() => client.write('word'), 5);
      client.once('close', () => clearInterval(timer));
    });
    await readChunk(socket);
    expect(await probe(shortTimeouts)).toBe(true);
  });

  test('bytes received before, and bytes sent by customers, do not', async () => {
    const { probe, socket } = await tunnelThrough((client) => void client.write(`${granted}word`));
    expect(String(await readChunk(socket))).toBe('word');
    const timer = setInterval(() => socket.write('word'), 5);
    expect(await probe(shortTimeouts)).toBe(false);
    clearInterval(timer);
  });
});
