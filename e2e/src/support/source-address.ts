import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where a browser calls from, and its way to the service. */
export interface Whereabouts extends AsyncDisposable {
  /** The proxy that the browser is to use. */
  readonly proxy: string;
  /** Where it calls from now. */
  address(): string;
  /** Goes on from another address, as somebody who has moved. */
  move(): void;
}

/**
 * A SOCKS proxy (RFC 1928) that calls from an address of its own within 127.0.0.0/8, all of which is this machine's. The service sees
 * a browser elsewhere; limits per address, which have tests of their own, stay out of the way. Intercepting the browser's
 * requests to say so in a header would slow each of them and switch its cache off.
 */
export async function newWhereabouts(): Promise<Whereabouts> {
  let from = anyAddress();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (browser) => {
    sockets.add(browser);
    browser.once('close', () => sockets.delete(browser));
    void relay(browser, from).catch(() => browser.destroy());
  });
  const hangUp = () => sockets.forEach((socket) => socket.destroy());
  return {
    proxy: `socks5://127.0.0.1:${await listen(server)}`,
    address: () => from,
    move() {
      from = anyAddress();
      hangUp();
    },
    async [Symbol.asyncDispose]() {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}

function anyAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  // Not 127.0.x.x, where the service itself is, nor the last octets that are a network's own.
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

/** Each of the two messages comes whole. */
async function relay(browser: Socket, from: string): Promise<void> {
  browser.on('error', () => browser.destroy());
  await once(browser, 'data');
  browser.write(noAuthentication);
  const [asked] = (await once(browser, 'data')) as [Buffer];
  const service = connect({ ...destination(asked), localAddress: from, noDelay: true });
  service.once('error', () => browser.destroy());
  // What is still on its way down a bad line arrives first.
  service.once('close', () => setTimeout(() => browser.destroy(), 2 * slowestMs));
  browser.once('close', () => service.destroy());
  await once(service, 'connect');
  browser.write(granted);
  if (slowestMs === 0) browser.pipe(service).pipe(browser);
  else browser.pipe(slowed()).pipe(service).pipe(slowed()).pipe(browser);
}

/** `COMET_E2E_SLOW=400` puts browsers at the end of a bad line: each piece, either way, takes up to that many milliseconds more. */
const slowestMs = Number(process.env.COMET_E2E_SLOW ?? 0);

function slowed(): Transform {
  return new Transform({
    transform(piece, _encoding, done) {
      void sleep(Math.random() * slowestMs).then(() => done(null, piece));
    },
  });
}

/** Where a CONNECT leads: Chromium gives names, Playwright's own requests IPv4 addresses. */
function destination(asked: Buffer): { readonly host: string; readonly port: number } {
  const isNamed = asked.readUInt8(3) === 3;
  const start = isNamed ? 5 : 4;
  const end = start + (isNamed ? asked.readUInt8(4) : 4);
  const host = isNamed ? asked.toString('latin1', start, end) : asked.subarray(start, end).join('.');
  return { host: host === 'localhost' ? '127.0.0.1' : host, port: asked.readUInt16BE(end) };
}
