import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A browser's source address, and its proxy to the service. */
export interface SourceAddress extends AsyncDisposable {
  /** URL of the browser's proxy. */
  readonly proxy: string;
  /** Returns the current source address. */
  current(): string;
  /** Changes the source address and closes open connections. */
  change(): void;
}

/**
 * Starts a SOCKS5 proxy (RFC 1928) that connects from a random address in 127.0.0.0/8, all of which is local. The service sees a
 * different address for each browser, so rate limits by address, which have separate tests, do not apply. Setting a header by request
 * interception would slow every request and disable the browser's cache.
 */
export async function openSourceAddress(): Promise<SourceAddress> {
  let from = randomAddress();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (browser) => {
    sockets.add(browser);
    browser.once('close', () => sockets.delete(browser));
    void relay(browser, from).catch(() => browser.destroy());
  });
  const closeSockets = () => sockets.forEach((socket) => socket.destroy());
  return {
    proxy: `socks5://127.0.0.1:${await listen(server)}`,
    current: () => from,
    change() {
      from = randomAddress();
      closeSockets();
    },
    async [Symbol.asyncDispose]() {
      closeSockets();
      server.close();
      await once(server, 'close');
    },
  };
}

function randomAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  // Excludes 127.0.x.x, where the service listens, and the last octets 0 and 255.
  return `127.${1 + (a % 254)}.${b}.${1 + (c % 254)}`;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port');
  return bound.port;
}

const noAuthentication = Buffer.from([5, 0]);
const granted = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

/** Relays one connection. Assumes that each of the client's two messages arrives in one chunk. */
async function relay(browser: Socket, from: string): Promise<void> {
  browser.on('error', () => browser.destroy());
  await once(browser, 'data');
  browser.write(noAuthentication);
  const [request] = (await once(browser, 'data')) as [Buffer];
  const service = connect({ ...destination(request), localAddress: from, noDelay: true });
  service.once('error', () => browser.destroy());
  // Delayed chunks arrive before the connection is closed.
  service.once('close', () => setTimeout(() => browser.destroy(), 2 * maxDelayMs));
  browser.once('close', () => service.destroy());
  await once(service, 'connect');
  browser.write(granted);
  if (maxDelayMs === 0) browser.pipe(service).pipe(browser);
  else browser.pipe(delayed()).pipe(service).pipe(delayed()).pipe(browser);
}

/** `COMET_E2E_SLOW=400` simulates a slow network: delays each chunk in both directions by a random time of up to 400 ms. */
const maxDelayMs = Number(process.env.COMET_E2E_SLOW ?? 0);

function delayed(): Transform {
  return new Transform({
    transform(piece, _encoding, done) {
      void sleep(Math.random() * maxDelayMs).then(() => done(null, piece));
    },
  });
}

/** Parses the destination of a CONNECT request: Chromium sends names, Playwright's own requests IPv4 addresses. */
function destination(request: Buffer): { readonly host: string; readonly port: number } {
  const isNamed = request.readUInt8(3) === 3;
  const start = isNamed ? 5 : 4;
  const end = start + (isNamed ? request.readUInt8(4) : 4);
  const host = isNamed ? request.toString('latin1', start, end) : request.subarray(start, end).join('.');
  return { host: host === 'localhost' ? '127.0.0.1' : host, port: request.readUInt16BE(end) };
}
