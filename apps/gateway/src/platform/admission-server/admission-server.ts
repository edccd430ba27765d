import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { respond, type ReplyOptions, sourceOf } from './admission-request.ts';

/** A connection, identified by its source (the key of rate limits) and its remote port. */
interface Client {
  readonly source: string;
  readonly port: number;
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
  /** Each in the order of connection. */
  readonly #bySource = new Map<string, Map<number, Connection>>();

  constructor(maxPerSource: number) {
    this.#maxPerSource = maxPerSource;
  }

  /** Adds a connection. Returns false if the limit of its source is exceeded. */
  add({ source, port }: Client, close: () => void): boolean {
    const open = this.#bySource.get(source) ?? new Map<number, Connection>();
    if (open.size >= this.#maxPerSource) {
      const idle = [...open].find(([, { isIdle }]) => isIdle);
      if (idle === undefined) return false;
      open.delete(idle[0]);
      idle[1].close();
    }
    this.#bySource.set(source, open.set(port, { isIdle: false, close }));
    return true;
  }

  markActive(client: Client): void {
    const connection = this.#bySource.get(client.source)?.get(client.port);
    if (connection !== undefined) connection.isIdle = false;
  }

  markIdle(client: Client): void {
    const connection = this.#bySource.get(client.source)?.get(client.port);
    if (connection !== undefined) connection.isIdle = true;
  }

  remove({ source, port }: Client): void {
    const open = this.#bySource.get(source);
    open?.delete(port);
    if (open?.size === 0) this.#bySource.delete(source);
  }
}

interface AdmissionCertificate {
  /** PEM, leaf first. */
  readonly certificateChain: string;
  /** PKCS#8 as PEM. */
  readonly privateKey: string;
}

interface AdmissionEndpointOptions extends ReplyOptions {
  readonly port: number;
  readonly certificate: AdmissionCertificate;
  /** Called before the TLS handshake, the most expensive step. */
  mayConnect(source: string): boolean;
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
      const client = { source: sourceOf(remoteAddress), port: remotePort };
      connections.markActive(client);
      response.once('close', () => connections.markIdle(client));
      void respond(request, response, options);
    },
  );
  server.maxConnections = limits.all;
  // Idle connections are closed for new ones when there are too many.
  server.on('drop', () => server.closeIdleConnections());
  server.on('connection', (socket: Socket) => {
    const client = { source: sourceOf(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
    if (options.mayConnect(client.source) && connections.add(client, () => socket.destroy()))
      socket.once('close', () => connections.remove(client));
    else socket.destroy();
  });
  // Failed handshakes are caused by clients, and not logged.
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

function secureContext({ certificateChain, privateKey }: AdmissionCertificate) {
  return { cert: certificateChain, key: privateKey };
}
