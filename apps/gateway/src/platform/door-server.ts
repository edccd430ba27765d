import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { exitDoorPath } from '@comet/contract';
import { Callers } from './door-callers.ts';
import { sourceOf } from './source-address.ts';

export interface DoorRequest {
  readonly method: string;
  readonly path: string;
  /** Who is charged for the request: an IPv4 address, or the /64 of an IPv6 one. */
  readonly source: string;
  readonly body: string;
}

export interface DoorAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Why it was refused, for the log. */
  readonly code?: string;
}

export interface DoorCertificate {
  /** PEM, leaf first. */
  readonly certificateChain: string;
  /** PKCS#8 as PEM. */
  readonly privateKey: string;
}

export interface DoorOptions {
  readonly port: number;
  readonly certificate: DoorCertificate;
  handle(request: DoorRequest): Promise<DoorAnswer>;
  /** Asked before the TLS handshake, which costs more than anything after it. */
  mayConnect(source: string): boolean;
  /** Told of every failure that is not the caller's. */
  onError(error: unknown): void;
}

export interface DoorServer {
  readonly port: number;
  replaceCertificate(certificate: DoorCertificate): void;
  close(): Promise<void>;
}

/** The largest presentation of a customer is a ticket of 2,048 characters, a key and a proof; an exit's ticket holds the operator's rules. */
const bodyLimits = { customer: 4_096, exit: 17_408 };
const connections = { all: 8192, perSource: 64 };

/** Opens the door: HTTP/1.1 over TLS 1.3 with session resumption, warm connections kept for five minutes. */
export function openDoor(options: DoorOptions): Promise<DoorServer> {
  const callers = new Callers(connections.perSource);
  const server = createServer(
    {
      ...secureContext(options.certificate),
      minVersion: 'TLSv1.3',
      handshakeTimeout: 5_000,
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 300_000,
      maxHeaderSize: 4096,
      noDelay: true,
    },
    (request, response) => {
      const { remoteAddress = '', remotePort = 0 } = request.socket;
      const caller = { source: sourceOf(remoteAddress), port: remotePort };
      callers.asks(caller);
      response.once('close', () => callers.isAnswered(caller));
      void answer(request, response, options);
    },
  );
  server.maxConnections = connections.all;
  // Under pressure, those who only keep their connection warm give way to those who want in.
  server.on('drop', () => server.closeIdleConnections());
  server.on('connection', (socket: Socket) => {
    const caller = { source: sourceOf(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
    if (options.mayConnect(caller.source) && callers.comes(caller, () => socket.destroy()))
      socket.once('close', () => callers.goes(caller));
    else socket.destroy();
  });
  // A failed handshake is the caller's affair.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, () => {
      server.off('error', reject);
      server.on('error', options.onError);
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : options.port,
        replaceCertificate: (certificate) => server.setSecureContext(secureContext(certificate)),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

function secureContext({ certificateChain, privateKey }: DoorCertificate) {
  return { cert: certificateChain, key: privateKey };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: DoorOptions,
): Promise<void> {
  try {
    const body = await readBody(request);
    if (body === null) {
      response.shouldKeepAlive = false;
      write(response, {
        status: 400,
        body: { error: { code: 'malformed', message: 'The body is too large' } },
      });
      return;
    }
    const { method = '', url = '' } = request;
    const source = sourceOf(request.socket.remoteAddress ?? '');
    write(response, await options.handle({ method, path: url, source, body }));
  } catch (error) {
    if (request.socket.destroyed) return;
    options.onError(error);
    write(response, {
      status: 500,
      body: { error: { code: 'internal_error', message: 'Something went wrong' } },
    });
  }
}

/** The body as text, or null when it is larger than the limit; the rest of it is not read. */
function readBody(request: IncomingMessage): Promise<string | null> {
  const bodyLimit = request.url === exitDoorPath ? bodyLimits.exit : bodyLimits.customer;
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bodyLimit) {
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('close', () => reject(new Error('the caller went away')));
    request.on('error', reject);
  });
}

function write(response: ServerResponse, { status, body, retryAfter }: DoorAnswer): void {
  if (response.headersSent) return;
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    'cache-control': 'no-store',
  });
  response.end(text);
}
