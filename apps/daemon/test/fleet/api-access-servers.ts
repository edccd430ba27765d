import packet from 'dns-packet';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type LookupFunction } from 'node:net';
import type { AccessMethod } from '@comet/tunnel-protocol';
import { pinnedFetch } from '../../src/platform/admission/pinned-fetch.ts';
import { apiAccess } from '../../src/platform/control-plane/access/api-access.ts';
import { directAccess, pinnedAccess } from '../../src/platform/control-plane/access/direct-routes.ts';
import { dohAccess } from '../../src/platform/control-plane/access/doh-routes.ts';
import { gatewayAccess } from '../../src/platform/control-plane/access/gateway-routes.ts';
import { permittedEndpoints } from '../../src/platform/control-plane/access/permitted-endpoints.ts';
import { type Socks5Proxy, socks5Access } from '../../src/platform/control-plane/access/socks5-routes.ts';
import { verifyByTls } from '../../src/platform/control-plane/access/verified-connection.ts';
import { apiHost, certificatesUnderTest, listenAt, relayName } from './api-access-fixture.ts';

/**
 * Real servers for the methods of reaching the API. The API is at 127.0.0.1; at 127.0.0.2, where a lying resolver leads, another server has a valid
 * certificate for another name.
 */
export const certificates = certificatesUnderTest();
export const truth = '127.0.0.1';
export const lie = '127.0.0.2';

interface Options {
  /** What the system's resolver returns; null for no response. */
  readonly resolved?: string | null;
  readonly pinned?: readonly string[];
  readonly resolvers?: readonly string[];
  readonly gatewayPorts?: readonly number[];
  readonly proxy?: Socks5Proxy;
  readonly choice?: AccessMethod;
  readonly worked?: AccessMethod;
}

/** The API, and the access to it with these resolvers, gateways and proxy. */
export async function setUpAccess(options: Options = {}) {
  const requests: string[] = [];
  const server = createHttpsServer(certificates.api, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end('from the API');
  });
  const port = await listenAt(server, truth);
  const lies: string[] = [];
  const liar = createHttpsServer(certificates.liar, (request, response) => {
    lies.push(`${request.method} ${request.url}`);
    response.end('a lie');
  });
  await listenAt(liar, lie, port);
  const { resolved = null } = options;
  const lookup: LookupFunction = (_name, { all }, callback) => {
    if (resolved === null) callback(Object.assign(new Error('no resolver'), { code: 'ENOTFOUND' }), '');
    else if (all === true) callback(null, [{ address: resolved, family: 4 }]);
    else callback(null, resolved, 4);
  };
  const direct = () => (resolved === null ? [] : [{ host: resolved, port }]);
  const isApi = (target: { readonly host: string }) => target.host === apiHost;
  const remembered: AccessMethod[] = [];
  const verified: string[] = [];
  const applied: string[] = [];
  const permitted = permittedEndpoints(() => {
    applied.push(
      permitted
        .current()
        .map(({ host, port: at }) => `${host}:${at}`)
        .join(' '),
    );
    return Promise.resolve();
  });
  const access = apiAccess({
    strategies: [
      directAccess(isApi, lookup),
      pinnedAccess(isApi, () => options.pinned ?? [], direct),
      dohAccess(
        (options.resolvers ?? []).map((url) => new URL(url)),
        direct,
      ),
      gatewayAccess(
        isApi,
        () =>
          (options.gatewayPorts ?? []).map((admissionPort) => ({
            ...{ address: truth, admissionPort, serverName: relayName },
          })),
        [certificates.authority],
      ),
      socks5Access(() => options.proxy ?? null),
    ],
    api: { host: apiHost, port, usesTls: true },
    choice: () => options.choice ?? 'automatic',
    isTunnelled: () => false,
    memory: { worked: () => options.worked ?? null, remember: (method) => void remembered.push(method) },
    permitted,
    verify: verifyByTls(),
    onVerified: (address) => void verified.push(address),
    delays: { head: 300, stagger: 100 },
  });
  const pinned = pinnedFetch(access.open);
  const call = async () => {
    const response = await pinned.fetch(`https://${apiHost}:${port}/status`, {
      ...{ method: 'GET', headers: {}, credentials: 'include' },
      signal: AbortSignal.timeout(20_000),
    });
    return response.text();
  };
  return { access, call, pinned, port, requests, lies, remembered, verified, permitted, applied };
}

/** A resolver for DNS over HTTPS that gives this address for every name. */
export function resolverTo(address: string): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { questions = [] } = packet.decode(Buffer.concat(chunks));
      const [question] = questions;
      response.setHeader('content-type', 'application/dns-message');
      const answers =
        question?.type === 'A' ? [{ type: 'A' as const, name: question.name, data: address, ttl: 60 }] : [];
      response.end(packet.encode({ type: 'response', id: 0, questions, answers }));
    });
  };
}

/** Starts a resolver and returns its URL. */
export async function serveResolver(
  listener: RequestListener,
  certificate = certificates.resolver,
): Promise<string> {
  return `https://127.0.0.1:${await listenAt(createHttpsServer(certificate, listener), truth)}/dns-query`;
}

/** A gateway that relays to a port, whatever the request names. */
export async function serveRelay(
  port: () => number,
  certificate = certificates.gateway,
  requested: string[] = [],
) {
  const server = createHttpsServer(certificate);
  server.on('connect', (request, socket) => {
    requested.push(request.url ?? '');
    const upstream = connect(port(), truth);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  return listenAt(server, truth);
}
