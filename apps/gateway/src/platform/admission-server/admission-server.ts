import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { RelayHandler } from './control-plane-relay.ts';
import { respond, type ReplyOptions, sourceOf } from './admission-request.ts';
import { type ProxiedClient, readProxyHeader } from './proxy-header.ts';

/** A connection, by its source (the key of rate limits) and its remote endpoint: a source can be many addresses. */
interface Client {
  readonly source: string;
  /** The address and the port. */
  readonly endpoint: string;
}

/** The clients of connections that a program on this machine relays. */
class Clients {
  readonly #byEndpoint = new Map<string, Client>();

  add(socket: Socket, { address, port }: ProxiedClient): void {
    const relayEndpoint = endpointOf(socket);
    const endpoint = endpointOf({ remoteAddress: address, remotePort: port });
    this.#byEndpoint.set(relayEndpoint, { source: sourceOf(address), endpoint });
    socket.once('close', () => this.#byEndpoint.delete(relayEndpoint));
  }

  /** Returns the client of a relayed connection; the other end of a direct one. */
  of(socket: Ends): Client {
    const endpoint = endpointOf(socket);
    return this.#byEndpoint.get(endpoint) ?? { source: sourceOf(socket.remoteAddress ?? ''), endpoint };
  }
}

/** The same for a TCP socket and for the TLS socket around it. */
type Ends = Pick<Socket, 'remoteAddress' | 'remotePort'>;

function endpointOf({ remoteAddress = '', remotePort = 0 }: Ends): string {
  return `${remoteAddress} ${remotePort}`;
}

interface Connection {
  /** Whether the connection is kept alive without a request. */
  isIdle: boolean;
  close(): void;
}

/**
 * The connections of an admission endpoint by source. Many clients may share an address (a relay's, or that of a gateway they connect
 * through), so a new connection is refused only if its source has no idle one that can be closed.
 */
export class ConnectionsBySource {
  readonly #maxPerSource: number;
  /** By endpoint, each in the order of connection. */
  readonly #bySource = new Map<string, Map<string, Connection>>();

  constructor(maxPerSource: number) {
    this.#maxPerSource = maxPerSource;
  }

  /** Adds a connection. Returns false if the limit of its source is exceeded. */
  add({ source, endpoint }: Client, close: () => void): boolean {
    const open = this.#bySource.get(source) ?? new Map<string, Connection>();
    if (open.size >= this.#maxPerSource) {
      const idle = [...open].find(([, { isIdle }]) => isIdle);
      if (idle === undefined) return false;
      open.delete(idle[0]);
      idle[1].close();
    }
    this.#bySource.set(source, open.set(endpoint, { isIdle: false, close }));
    return true;
  }

  markActive(client: Client): void {
    const connection = this.#bySource.get(client.source)?.get(client.endpoint);
    if (connection !== undefined) connection.isIdle = false;
  }

  markIdle(client: Client): void {
    const connection = this.#bySource.get(client.source)?.get(client.endpoint);
    if (connection !== undefined) connection.isIdle = true;
  }

  remove({ source, endpoint }: Client): void {
    const open = this.#bySource.get(source);
    open?.delete(endpoint);
    if (open?.size === 0) this.#bySource.delete(source);
  }
}

interface AdmissionCertificate {
  /** PEM, leaf first. */
  readonly certificateChain: string;
  /** PKCS#8 as PEM. */
  readonly privateKey: string;
}

/** The port on the loopback at which the admission endpoint listens while `comet-transport` has its public one. */
export const sharedAdmissionPort = 5_295;

interface AdmissionEndpointOptions extends ReplyOptions {
  readonly port: number;
  /**
   * Whether connections come from `comet-transport` on this machine: the endpoint then listens on the loopback only, and each connection
   * begins with a PROXY protocol header, which has the client's address.
   */
  readonly isShared: boolean;
  readonly certificate: AdmissionCertificate;
  /** Called before the TLS handshake, the most expensive step. */
  mayConnect(source: string): boolean;
  /** Handles CONNECT requests. */
  readonly relay: RelayHandler;
}

interface AdmissionServer {
  readonly port: number;
  replaceCertificate(certificate: AdmissionCertificate): void;
  close(): Promise<void>;
}

const limits = { all: 8192, perSource: 64 };

/** Opens the admission endpoint: HTTP/1.1 over TLS 1.3 with session resumption; idle connections are kept for five minutes. */
export function openAdmission(options: AdmissionEndpointOptions): Promise<AdmissionServer> {
  const connections = new ConnectionsBySource(limits.perSource);
  const clients = new Clients();
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
      const client = clients.of(request.socket);
      connections.markActive(client);
      response.once('close', () => connections.markIdle(client));
      void respond(request, response, client.source, options);
    },
  );
  server.on('connect', ({ url, socket }, stream, head) => {
    const client = clients.of(socket);
    connections.markActive(client);
    options.relay({ authority: url ?? '', source: client.source, stream: stream as TLSSocket, head });
  });
  server.maxConnections = limits.all;
  // Idle connections are closed for new ones when there are too many.
  server.on('drop', () => server.closeIdleConnections());
  server.on('connection', (socket: Socket) => {
    const client = clients.of(socket);
    if (options.mayConnect(client.source) && connections.add(client, () => socket.destroy()))
      socket.once('close', () => connections.remove(client));
    else socket.destroy();
  });
  const unidentified = options.isShared ? acceptProxied(server, clients) : new Set<Socket>();
  // Failed handshakes are caused by clients, and not logged.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(
      options.isShared ? { host: '127.0.0.1', port: options.port } : { port: options.port },
      () => {
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
              for (const socket of unidentified) socket.destroy();
            }),
        });
      },
    );
  });
}

/**
 * Makes the listeners of new connections wait for the PROXY header of each. Connections without a valid one are closed: only
 * `comet-transport` and programs of the operator reach this port. Returns the connections whose header has not arrived.
 */
function acceptProxied(server: Server, clients: Clients): ReadonlySet<Socket> {
  const unidentified = new Set<Socket>();
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    unidentified.add(socket);
    readProxyHeader(socket).then(
      (client) => {
        unidentified.delete(socket);
        if (client === null || socket.destroyed) return void socket.destroy();
        clients.add(socket, client);
        for (const listener of listeners) listener.call(server, socket);
      },
      () => socket.destroy(),
    );
  });
  return unidentified;
}

function secureContext({ certificateChain, privateKey }: AdmissionCertificate) {
  return { cert: certificateChain, key: privateKey };
}
