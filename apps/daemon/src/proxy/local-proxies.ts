import { createServer, type Server, type Socket } from 'node:net';
import type { ProxyTrouble } from '@comet/tunnel-protocol';
import { logIn, connectProxy, readUntil } from './log-in.ts';
import { type ProxyAccessStore, type LocalProxy, proxyUsername } from './proxy-access.ts';

/** Replies of RFC 1928 §6. */
const socksReplies = { general: 1, notAllowed: 2 };

/** The longest SOCKS5 request: it contains a host name of 255 bytes. */
const maxSocksRequestLength = 262;

/** Time in ms for a slow client to read the refusal. */
const lingerMs = 5_000;

/** Failures that only the user can resolve; the others are temporary. */
const permanentTroubles: ReadonlySet<ProxyTrouble> = new Set([
  'spending_stopped',
  'subscription_required',
  'email_unverified',
  'not_signed_in',
  'proxy_users_off',
]);

/**
 * Sends a program the reason of a failure, as text if its protocol allows it, and closes the connection. A SOCKS5 client has sent its
 * greeting.
 */
async function sendFailure(client: Socket, trouble: ProxyTrouble, isSocks: boolean): Promise<void> {
  const isPermanent = permanentTroubles.has(trouble);
  if (isSocks) {
    // "No acceptable method" would make the client prompt for a password.
    client.write(Buffer.of(5, 0));
    await readUntil(client, socksRequestLength, maxSocksRequestLength);
    const reply = isPermanent ? socksReplies.notAllowed : socksReplies.general;
    return sendAndClose(client, Buffer.of(5, reply, 0, 1, 0, 0, 0, 0, 0, 0));
  }
  // The texts are loaded for refusals only.
  const { localProxyTexts } = await import('@comet/texts/tunnel');
  const body = `${localProxyTexts[trouble]}\n`;
  const head = [
    isPermanent ? 'HTTP/1.1 403 Forbidden' : 'HTTP/1.1 503 Service Unavailable',
    `Comet-Error: ${trouble}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  sendAndClose(client, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Sends a last message and closes the connection; further input is ignored, for a limited time. */
function sendAndClose(client: Socket, message: string | Buffer): void {
  client.end(message);
  client.resume();
  const timer = setTimeout(() => client.destroy(), lingerMs);
  client.once('close', () => clearTimeout(timer));
}

function socksRequestLength(received: Buffer): number | null {
  if (received.length < 5) return null;
  const [, , , type, nameLength = 0] = received;
  if (type === 3) return 7 + nameLength;
  return type === 4 ? 22 : 10;
}

/** Header lines that concern only the program and its proxy. */
const ownLines = /^(?:proxy-authorization|proxy-connection|connection|keep-alive):/i;

/**
 * The head of a proxy request (without its empty line) with our credentials, or null for a request that is not for a proxy: a page in a
 * browser can send one here too. Any request but CONNECT is the last of its connection, since only parsed heads get the credentials.
 */
export function rewriteHead(head: string, authorization: string): string | null {
  const [request = '', ...lines] = head.split('\r\n');
  const isTunnel = /^CONNECT [^ ]+ HTTP\/1\.[01]$/.test(request);
  if (!isTunnel && !/^[A-Z]+ http:\/\/[^ ]+ HTTP\/1\.[01]$/i.test(request)) return null;
  const kept = lines.filter((line) => !ownLines.test(line));
  const own = [`Proxy-Authorization: ${authorization}`, ...(isTunnel ? [] : ['Connection: close'])];
  return [request, ...kept, ...own].join('\r\n');
}

const maxHeadLength = 16_384;
/** `Network unreachable` of RFC 1928: the proxy has no exit in the country. */
const socksNoExit = 3;
/** Timeout in ms for a program's request, and for obtaining credentials. */
const timeout = 15_000;
const notAProxyRequest = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Forwards a program's connection, HTTP or SOCKS5, to the residential proxy, and adds the credentials. */
async function forwardConnection(client: Socket, proxy: LocalProxy, store: ProxyAccessStore): Promise<void> {
  client.on('error', () => undefined);
  const timer = setTimeout(() => client.destroy(), timeout);
  client.once('close', () => clearTimeout(timer));
  const first = await readUntil(
    client,
    (received) => (received[0] === 5 ? greetingLength(received) : headLength(received)),
    maxHeadLength,
  );
  if (first === null) {
    client.destroy();
    return;
  }
  const isSocks = first[0] === 5;
  const refuse = (trouble: ProxyTrouble): Promise<void> => {
    store.setTrouble(trouble);
    return sendFailure(client, trouble, isSocks);
  };
  const found = await store.find(proxy);
  if (!found.ok) return refuse(found.error);
  const upstream = await connectProxy(found.value);
  if (upstream === null) return refuse('proxy_unreachable');
  const { password } = found.value;
  const username = proxyUsername(found.value.username, proxy);
  if (isSocks) {
    if (!(await logIn(upstream, username, password))) {
      upstream.destroy();
      return refuse(await store.refused(proxy));
    }
    client.write(Buffer.of(5, 0));
  } else {
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const head = rewriteHead(first.toString('latin1', 0, first.length - 4), basic);
    if (head === null) {
      upstream.destroy();
      return sendAndClose(client, notAProxyRequest);
    }
    upstream.write(`${head}\r\n\r\n`, 'latin1');
  }
  clearTimeout(timer);
  client.pipe(upstream);
  client.on('close', () => upstream.destroy());
  const response = await readUntil(upstream, () => (isSocks ? 2 : 12), maxHeadLength);
  const status = response?.toString('latin1') ?? '';
  // A 407 would make the program prompt its user for a password that the user does not have.
  if (!isSocks && status === 'HTTP/1.1 407') {
    client.unpipe(upstream);
    upstream.destroy();
    return refuse(await store.refused(proxy));
  }
  if (response !== null) store.setTrouble(null);
  if (isSocks ? response?.[1] === socksNoExit : status === 'HTTP/1.1 503') store.forget();
  if (response !== null) client.write(response);
  upstream.pipe(client);
  upstream.on('close', () => client.destroySoon());
  if (upstream.destroyed) client.destroySoon();
}

function greetingLength(received: Buffer): number | null {
  return received.length < 2 ? null : 2 + received.readUInt8(1);
}

function headLength(received: Buffer): number | null {
  const end = received.indexOf('\r\n\r\n');
  return end === -1 ? null : end + 4;
}

export interface LocalProxies {
  /** False if another program listens on its port. An open proxy at this port is replaced, with all its connections. */
  open(proxy: LocalProxy): Promise<boolean>;
  shut(port: number): Promise<void>;
  close(): Promise<void>;
}

interface Open {
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

/**
 * Loopback ports, each of which forwards to its own exit of the residential proxy. Their traffic is routed as all traffic of
 * this machine: through the tunnel if there is one, and blocked while traffic is blocked.
 */
export function localProxies(store: ProxyAccessStore): LocalProxies {
  const open = new Map<number, Open>();

  async function shut(port: number): Promise<void> {
    const known = open.get(port);
    if (known === undefined) return;
    open.delete(port);
    for (const socket of known.sockets) socket.destroy();
    await new Promise<void>((resolve) => known.server.close(() => resolve()));
  }

  return {
    async open(proxy) {
      await shut(proxy.port);
      const sockets = new Set<Socket>();
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        void forwardConnection(socket, proxy, store);
      });
      const listens = await new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen({ host: '127.0.0.1', port: proxy.port }, () => resolve(true));
      });
      if (listens) open.set(proxy.port, { server, sockets });
      return listens;
    },
    shut,
    async close() {
      await Promise.all([...open.keys()].map(shut));
    },
  };
}
