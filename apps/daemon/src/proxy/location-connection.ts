import type { Socket } from 'node:net';
import type { DestinationFailure, ExitConnections } from './exit-connections.ts';
import { readUntil } from './log-in.ts';
import {
  firstLength,
  httpRefusal,
  maxHeadLength,
  maxSocksRequestLength,
  notAProxyRequest,
  ownLines,
  requestTimeout,
  sendAndClose,
  socksReplies,
  socksReply,
  socksRequestLength,
} from './proxy-protocol.ts';
import { readSocksAddress } from './socks-address.ts';
import { associate } from './udp-association.ts';

const commands = { connect: 1, associate: 3 } as const;
/** `No acceptable methods` of RFC 1928 §3. */
const noMethod = 0xff;

const socksFailures: Readonly<Record<DestinationFailure, number>> = {
  not_allowed: socksReplies.notAllowed,
  unresolved: socksReplies.hostUnreachable,
  unreachable: socksReplies.hostUnreachable,
  no_exit: socksReplies.networkUnreachable,
};

const statuses: Readonly<Record<DestinationFailure, string>> = {
  not_allowed: '403 Forbidden',
  unresolved: '502 Bad Gateway',
  unreachable: '502 Bad Gateway',
  no_exit: '503 Service Unavailable',
};

/** Serves a program's connection, HTTP or SOCKS5: its traffic leaves at the location, or not at all. */
export async function connectAtLocation(
  client: Socket,
  location: string,
  outgoing: ExitConnections,
): Promise<void> {
  const timer = setTimeout(() => client.destroy(), requestTimeout);
  client.once('close', () => clearTimeout(timer));
  const first = await readUntil(client, firstLength, maxHeadLength);
  if (first === null) client.destroy();
  else if (first[0] === 5) await serveSocks(client, first, location, outgoing);
  else await serveHttp(client, first.toString('latin1', 0, first.length - 4), location, outgoing);
  clearTimeout(timer);
}

async function serveSocks(
  client: Socket,
  greeting: Buffer,
  location: string,
  outgoing: ExitConnections,
): Promise<void> {
  if (!greeting.subarray(2).includes(0)) return sendAndClose(client, Buffer.of(5, noMethod));
  client.write(Buffer.of(5, 0));
  const request = await readUntil(client, socksRequestLength, maxSocksRequestLength);
  if (request === null) {
    client.destroy();
    return;
  }
  const refuse = (reply: number) => sendAndClose(client, socksReply(reply));
  const [, command] = request;
  const to = readSocksAddress(request, 3);
  if (to === null) return refuse(socksReplies.general);
  if (command === commands.associate) return associate(client, location, outgoing);
  if (command !== commands.connect) return refuse(socksReplies.commandNotSupported);
  const upstream = await outgoing.connect(location, to.host, to.port);
  if (typeof upstream === 'string') return refuse(socksFailures[upstream]);
  client.write(socksReply(socksReplies.succeeded));
  join(client, upstream);
}

async function serveHttp(
  client: Socket,
  head: string,
  location: string,
  outgoing: ExitConnections,
): Promise<void> {
  const request = readProxyRequest(head);
  if (request === null) return sendAndClose(client, notAProxyRequest);
  const upstream = await outgoing.connect(location, request.host, request.port);
  if (typeof upstream === 'string') {
    // The texts are loaded for refusals only.
    const { locationProxyTexts } = await import('@comet/texts/tunnel');
    return sendAndClose(client, httpRefusal(statuses[upstream], upstream, locationProxyTexts[upstream]));
  }
  if (request.head === null) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  else upstream.write(`${request.head}\r\n\r\n`, 'latin1');
  join(client, upstream);
}

/** Forwards both directions until one connection ends. */
function join(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
  client.on('close', () => upstream.destroySoon());
  upstream.on('close', () => client.destroySoon());
  if (client.destroyed) upstream.destroy();
  if (upstream.destroyed) client.destroySoon();
}

/** The destination of a request, and the head for the server; without one for CONNECT. */
interface ProxyRequest {
  readonly host: string;
  readonly port: number;
  readonly head: string | null;
}

/**
 * Reads the head of a proxy request (without its empty line); null for any other request. One in absolute form is the last of its
 * connection, since the next one may be to another host.
 */
export function readProxyRequest(head: string): ProxyRequest | null {
  const [request = '', ...lines] = head.split('\r\n');
  const [, method = '', target = '', version] = /^([A-Z]+) ([^ ]+) (HTTP\/1\.[01])$/.exec(request) ?? [];
  const isTunnel = method === 'CONNECT';
  if (isTunnel ? !/:\d{1,5}$/.test(target) : !/^http:\/\//i.test(target)) return null;
  const url = URL.parse(isTunnel ? `http://${target}` : target);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port === '' ? 80 : url.port);
  if (isTunnel) return { host, port, head: null };
  const kept = lines.filter((line) => !ownLines.test(line) && !/^host:/i.test(line));
  // The path as it was typed: a parsed one would be normalised.
  const path = target.slice('http://'.length).replace(/^[^/?]*/, '');
  const origin = path.startsWith('/') ? path : `/${path}`;
  return {
    host,
    port,
    head: [`${method} ${origin} ${version}`, `Host: ${url.host}`, ...kept, 'Connection: close'].join('\r\n'),
  };
}
