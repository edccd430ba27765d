import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { type AdmissionErrorCode, admissionErrorCodes } from '@comet/contract';
import type { Endpoint } from '@comet/foundation';

/** Limits of relayed connections. */
export interface RelayLimits {
  /** Concurrent connections of all clients, and of one source (an IPv4 address, or the /64 of an IPv6 address). */
  readonly all: number;
  readonly perSource: number;
  /** Bytes of one connection, both directions together. */
  readonly bytes: number;
  /** Milliseconds to connect to the control plane, without traffic, and in total. */
  readonly connect: number;
  readonly idle: number;
  readonly total: number;
}

const usualLimits: RelayLimits = {
  all: 512,
  perSource: 16,
  bytes: 256 * 1024 * 1024,
  connect: 5_000,
  idle: 60_000,
  total: 15 * 60_000,
};

/** A CONNECT request (RFC 9110 §9.3.6) of the admission server. */
interface RelayRequest {
  /** The requested destination, as host:port. */
  readonly authority: string;
  /** The client's address as the key of limits. */
  readonly source: string;
  readonly stream: TLSSocket;
  /** Bytes that followed the request. */
  readonly head: Buffer;
}

export type RelayHandler = (request: RelayRequest) => void;

/** Returns the address of the control plane as an endpoint; `host` is a name or an IP address without brackets. */
export function controlPlaneAt(apiUrl: string): Endpoint {
  const url = new URL(apiUrl);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replaceAll(/^\[|\]$/g, ''), port };
}

/**
 * Relays bytes between clients and the control plane, for clients that cannot reach it directly. The clients' TLS ends at the control
 * plane, so the gateway sees only its length. Every other destination is refused, so that the gateway is no open proxy. Nothing is
 * logged.
 */
export function controlPlaneRelay(target: Endpoint, limits: RelayLimits = usualLimits): RelayHandler {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const authority = `${host}:${target.port}`.toLowerCase();
  const open = new Map<string, number>();
  let all = 0;

  /** Counts a connection; returns false if a limit is exceeded. */
  function enter(source: string): boolean {
    const ofSource = open.get(source) ?? 0;
    if (all >= limits.all || ofSource >= limits.perSource) return false;
    all += 1;
    open.set(source, ofSource + 1);
    return true;
  }

  function leave(source: string): void {
    const left = (open.get(source) ?? 1) - 1;
    all -= 1;
    if (left === 0) open.delete(source);
    else open.set(source, left);
  }

  return ({ authority: requested, source, stream: client, head }) => {
    client.on('error', () => client.destroy());
    if (requested.toLowerCase() !== authority) return refuse(client, 'relay_refused');
    if (!enter(source)) return refuse(client, 'rate_limited');
    const upstream = connect({ ...target, noDelay: true });
    const timer = setTimeout(() => upstream.destroy(), limits.connect);
    let isConnected = false;
    // A client that disconnects during the connect, too.
    client.once('close', () => upstream.destroy());
    upstream.on('error', () => upstream.destroy());
    upstream.once('close', () => {
      clearTimeout(timer);
      leave(source);
      if (isConnected) client.destroySoon();
      else refuse(client, 'relay_unavailable');
    });
    upstream.once('connect', () => {
      isConnected = true;
      clearTimeout(timer);
      const end = setTimeout(() => client.destroy(), limits.total);
      client.once('close', () => clearTimeout(end));
      client.setTimeout(limits.idle, () => client.destroy());
      const count = (): void => {
        if (upstream.bytesRead + upstream.bytesWritten > limits.bytes) client.destroy();
      };
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      client.on('data', count).pipe(upstream);
      upstream.on('data', count).pipe(client);
    });
  };
}

/** Sends a refusal in the form of the admission endpoint's others, and closes the connection. */
function refuse(client: Duplex, code: AdmissionErrorCode): void {
  const { status, text } = admissionErrorCodes[code];
  const body = JSON.stringify({ error: { code, message: text } });
  const head = [
    `HTTP/1.1 ${status} ${code}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  if (client.destroyed) return;
  client.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => client.destroy());
}
