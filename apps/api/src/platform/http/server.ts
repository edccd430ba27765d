import type { IncomingHttpHeaders } from 'node:http';
import { api } from '@comet/contract';
import type { Traces } from '@comet/observability/traces';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '@comet/foundation/log';
import { newRequestId } from '../current-request.ts';
import { respondToBrokenRequest } from './requests/broken-request.ts';
import { codeOfError, sendRefusal } from './requests/error-response.ts';
import { hasOneHost } from './addresses/one-host.ts';
import { type MountDeps, mountRoute, prepareMounting } from './requests/mount.ts';
import { RequestLogController, serverLog } from './observability/request-log.ts';
import type { Route } from './requests/route.ts';
import { securityHeaders } from './security-headers.ts';
import { trustIn } from './addresses/trusted-proxies.ts';

export interface ServerDeps extends Omit<MountDeps, 'closing'> {
  readonly routes: readonly Route[];
  readonly log: Log;
  readonly traces: Traces | null;
  readonly trustedProxies: readonly string[];
  /** The only other origin whose pages may call the API. */
  readonly dashboardOrigin: string;
  /** Aborted some time before the server closes. */
  readonly draining: AbortSignal;
}

const bodyLimit = 64 * 1024;
const slowSeconds = 1;

/** The HTTP server with every endpoint of the contract; throws when one has no route or two. */
export function createServer(deps: ServerDeps): FastifyInstance {
  requireEveryEndpoint(deps.routes);
  const closing = new AbortController();
  const elsewhere = deps.meterRoute({ method: 'any', path: 'elsewhere', errors: [] });
  const corsHeaders = crossOrigin(deps.dashboardOrigin);
  const app = fastify({
    loggerInstance: serverLog(deps.log),
    logController: new RequestLogController(),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: deps.trustedProxies.length > 0 ? trustIn(deps.trustedProxies) : false,
    bodyLimit,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: 30_000,
    // Longer than proxies keep idle connections (Caddy two minutes, HAProxy 90 s): a request on a connection that closes meanwhile fails.
    keepAliveTimeout: 150_000,
    clientErrorHandler: respondToBrokenRequest,
    // Checked below, where a missing host gets the usual error response.
    http: { requireHostHeader: false },
    frameworkErrors: (error, _request, reply) => void sendRefusal(reply, { code: codeOfError(error) }),
  });
  // Bodies stay bytes: signatures are checked over them, and JSON is parsed where its failure can be named.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  prepareMounting(app);
  app.addHook('onRequest', (request, reply, done) => {
    if (deps.traces !== null) request.span = deps.traces.beginRequest(request.id);
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    if (request.headers.origin === deps.dashboardOrigin) void reply.headers(corsHeaders);
    if (hasLongBody(request.headers)) void reply.header('connection', 'close');
    if (closing.signal.aborted) {
      sendRefusal(reply.header('connection', 'close'), { code: 'service_unavailable', retryAfter: 5 });
    } else if (!hasOneHost(request.raw)) sendRefusal(reply, { code: 'malformed_request' });
    else if (request.method === 'OPTIONS') void reply.code(204).send();
    // Before the body is parsed: Fastify fails a QUERY without a content type even if there is no route for it.
    else if (request.is404) refuseUnrouted(request, reply);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, route, count } = request.meter ?? elsewhere;
    const status = reply.statusCode;
    const seconds = reply.elapsedTime / 1000;
    count(status, seconds);
    request.span?.name(`${method} ${route}`);
    request.span?.end(
      { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
      status >= 500,
    );
    // A successful read is not logged: the metrics include it, and users' habits are not stored.
    const isQuiet = method === 'GET' && status < 400 && seconds < slowSeconds;
    if (!isQuiet) request.log.info({ method, route, status, seconds }, 'answered');
    done();
  });
  app.addHook('preClose', async () => closing.abort());
  endConnections(app, AbortSignal.any([deps.draining, closing.signal]));

  app.setErrorHandler((error, request, reply) => {
    const code = codeOfError(error);
    if (code === 'internal_error' || code === 'service_unavailable')
      request.log.error({ err: error }, 'request failed');
    return sendRefusal(reply, code === 'service_unavailable' ? { code, retryAfter: 5 } : { code });
  });
  const known = Object.values(api).map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return sendRefusal(reply, { code: 'not_found' });
    return sendRefusal(reply.header('allow', methods.join(', ')), { code: 'method_not_allowed' });
  }
  app.setNotFoundHandler(refuseUnrouted);

  for (const route of deps.routes) mountRoute(app, route, { ...deps, closing: closing.signal });
  return app;
}

/**
 * Returns whether a body is longer than the maximum, or of unknown length. A request that is refused before its body has arrived would
 * keep its connection open for as long as the client likes, so the response to such a request closes the connection.
 */
function hasLongBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodyLimit;
}

function crossOrigin(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers': 'authorization, content-type, app-identifier, idempotency-key',
    'access-control-expose-headers': 'retry-after, x-request-id',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function requireEveryEndpoint(routes: readonly Route[]): void {
  const bound = new Map<unknown, number>();
  for (const { endpoint } of routes) bound.set(endpoint, (bound.get(endpoint) ?? 0) + 1);
  for (const [name, endpoint] of Object.entries(api)) {
    if (bound.get(endpoint) !== 1) throw new Error(`The endpoint ${name} needs exactly one route`);
  }
}

const sweepMs = 250;

/**
 * Ends client connections when the server is about to stop: after `ending` every response closes its connection, so that clients open
 * another one, to another replica. While the server closes, connections whose last response was sent before are closed when they are
 * idle: Fastify does so only once, and a client could keep the others for over a minute.
 */
function endConnections(app: FastifyInstance, ending: AbortSignal): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (ending.aborted) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}
