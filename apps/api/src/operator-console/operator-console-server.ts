import { refusedTexts } from '@comet/texts/operator-console';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { newRequestId } from '../platform/current-request.ts';
import { codeOfError } from '../platform/http/requests/error-response.ts';
import { hasOneHost } from '../platform/http/addresses/one-host.ts';
import { RequestLogController, serverLog } from '../platform/http/observability/request-log.ts';
import { trustIn } from '../platform/http/addresses/trusted-proxies.ts';
import type { Fields } from './actions.ts';
import { assetRoutes } from './assets.ts';
import type { OperatorConsoleDeps } from './deps.ts';
import { publicRoutes } from './public.routes.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { pagePolicy, withoutNul } from './session.ts';
import { authenticatedRoutes } from './authenticated.routes.ts';

/** Browsers send the origin of a form only with a referrer policy that permits it. */
const headers = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cache-control': 'no-store',
};

/** Creates the operator console, ready to listen: on a separate origin, without scripts except on the pages for passkeys. */
export function createOperatorConsole(deps: OperatorConsoleDeps): FastifyInstance {
  const { origin } = new URL(deps.url);
  const app = fastify({
    loggerInstance: serverLog(deps.log),
    genReqId: newRequestId,
    requestIdHeader: false,
    logController: new RequestLogController(),
    trustProxy: deps.trustedProxies.length > 0 ? trustIn(deps.trustedProxies) : false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, fieldsIn(body.toString())),
  );
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    const isForeign = request.method === 'POST' && request.headers.origin !== origin;
    if (!hasOneHost(request.raw)) void reply.code(400).send(refusedTexts.notTaken);
    else if (isForeign) void reply.code(403).send(refusedTexts.foreignForm);
    else done();
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send(refusedTexts.notTaken);
    request.log.error({ err: error }, 'the console failed');
    if (codeOfError(error) === 'service_unavailable')
      return reply.code(503).header('retry-after', 5).send(refusedTexts.databaseAway);
    return reply.code(500).send(refusedTexts.wrong);
  });
  app.get('/', (_request, reply) => reply.redirect('/ops/'));
  assetRoutes(app);
  publicRoutes(app, deps);
  passkeysRoutes(app, deps);
  authenticatedRoutes(app, deps);
  return app;
}

const fieldsIn = (body: string): Fields =>
  Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, withoutNul(value)]));
