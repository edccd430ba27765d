import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { credentialMac } from '@comet/admission';
import { relayProgram } from '@comet/testing';
import type { ExitView, ProxyCustomer, ProxyEvent } from '../src/features/proxy/index.ts';
import { serveProxy } from '../src/features/proxy/index.ts';

export const pepper = Buffer.alloc(32, 7);
export const password = 'word';

/** A customer, by default `abc123`, without quota account and with high limits. */
export function customer(more: Partial<ProxyCustomer> = {}): ProxyCustomer {
  const username = more.username ?? 'abc123';
  return {
    id: username,
    username,
    mac: credentialMac(pepper, username, password),
    addresses: [],
    proven: [],
    quotaAccount: null,
    route: { kind: 'pool' },
    limits: { connections: 1_000, bytesPerSecond: null },
    ...more,
  };
}

/** An exit with its own source address on the loopback, by which servers identify it. */
export function exitAt(ipv4: string, more: Partial<ExitView> = {}): ExitView {
  return {
    id: ipv4,
    kind: 'node',
    country: 'US',
    city: null,
    use: 'native',
    healthy: true,
    load: 0,
    outlet: { kind: 'local', ipv4, ipv6: null, resolver: '127.0.0.1' },
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [], networks: [], names: [] },
    ...more,
  };
}

/** A proxy on the loopback, which is treated as public except for the `own` networks; the test acts as control plane. */
export async function openProxyFixture(except: readonly string[] = ['127.0.0.0/8']) {
  const events: ProxyEvent[] = [];
  const names = new Map<string, readonly string[] | Promise<readonly string[]>>();
  const resolvedNames: string[] = [];
  let advanced = 0;
  let listener: (event: ProxyEvent) => void = () => undefined;
  const proxy = await serveProxy({
    setup: {
      // Both address families, as in the agent.
      host: '::',
      httpPort: 0,
      socksPort: 0,
      user: null,
      resolver: '127.0.0.1',
      except: [...except],
      relay: relayProgram,
      tproxy: null,
      admissionEndpoint: { host: '127.0.0.1', port: 443 },
    },
    resolve: (name) => {
      resolvedNames.push(name);
      return Promise.resolve(names.get(name) ?? []);
    },
    emit(event) {
      events.push(event);
      listener(event);
    },
    now: () => performance.now() + advanced,
    random: Math.random,
    newToken: () => 'token',
  });
  const exits = (...all: ExitView[]) => proxy.execute({ type: 'exits', all });
  const customers = (...all: ProxyCustomer[]) =>
    proxy.execute({ type: 'customers', pepper: pepper.toString('base64url'), all });
  exits(exitAt('127.0.0.11'));
  customers(customer());
  return {
    proxy,
    port: proxy.ports[0],
    socksPort: proxy.ports[1],
    events,
    names,
    resolvedNames,
    exits,
    customers,
    onEvent: (handler: (event: ProxyEvent) => void) => (listener = handler),
    advance: (milliseconds: number) => (advanced += milliseconds),
  };
}

export type ProxyFixture = Awaited<ReturnType<typeof openProxyFixture>>;

/** Grants all quota in one lease and none afterwards. Returns the reported usage. */
export function grantQuotaOnce(
  fixture: ProxyFixture,
  quotaAccount: string,
  bytes: number,
): { readonly used: number } {
  const usage = { leaseRequests: 0, used: 0 };
  fixture.onEvent((event) => {
    if (event.type === 'used') usage.used = event.bytes;
    if (event.type !== 'draw') return;
    usage.leaseRequests += 1;
    const isFirst = usage.leaseRequests === 1;
    setImmediate(() =>
      fixture.proxy.execute(
        isFirst ? { type: 'credit', quotaAccount, slice: 'only', bytes } : { type: 'empty', quotaAccount },
      ),
    );
  });
  return usage;
}

/** An HTTP server that returns the request and its source address; for `/bytes/N` it returns N bytes. */
export async function openOrigin() {
  const server = createHttpServer((request, response) => {
    const count = /^\/bytes\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (count !== undefined) return void response.end(Buffer.alloc(Number(count), 'x'));
    void text(request).then((body) => {
      const { method, url, rawHeaders, socket } = request;
      response.setHeader('Keep-Alive', 'timeout=9');
      response.end(JSON.stringify({ method, url, rawHeaders, body, from: socket.remoteAddress }));
    });
  });
  const port = await listenOn(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}

/** A server that sends the source address of each connection, then echoes. */
export async function openEcho() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`${socket.remoteAddress}\n`);
    socket.pipe(socket);
  });
  const port = await listenOn(server);
  return {
    port,
    sockets,
    close() {
      for (const socket of sockets) socket.destroy();
      return closeServer(server);
    },
  };
}

function listenOn(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** Resolves with the head of the response to a CONNECT, and the socket; bytes after the head are unread. */
export async function connectThrough(
  port: number,
  authority: string,
  username: string | null = 'abc123',
): Promise<{ readonly socket: Socket; readonly head: string }> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const header = username === null ? '' : `Proxy-Authorization: Basic ${basic}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\n${header}\r\n`);
  let received = Buffer.alloc(0);
  for (;;) {
    const chunk = await readChunk(socket);
    if (chunk === null) return { socket, head: received.toString() };
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) continue;
    const rest = received.subarray(end + 4);
    if (rest.length > 0) socket.unshift(rest);
    return { socket, head: received.toString('utf8', 0, end) };
  }
}

/** Resolves with the next bytes; null at the end. */
export function readChunk(socket: Socket): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const done = (chunk: Buffer | null) => {
      socket.off('readable', look);
      socket.off('close', ended);
      socket.off('end', ended);
      resolve(chunk);
    };
    const ended = () => done(null);
    const look = () => {
      const chunk = socket.read() as Buffer | null;
      if (chunk !== null) done(chunk);
    };
    socket.on('readable', look);
    socket.on('end', ended);
    socket.on('close', ended);
    if (socket.destroyed || socket.readableEnded) ended();
    else look();
  });
}
