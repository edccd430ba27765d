import { refusedTexts } from '@comet/texts/desk';
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { codeOfError } from '../platform/http/error-answer.ts';
import { hasOneHost } from '../platform/http/one-host.ts';
import { lateChildren } from '../platform/http/request-log.ts';
import { trustIn } from '../platform/http/trusted-proxies.ts';
import type { Fields } from './actions.ts';
import type { DeskDeps } from './deps.ts';
import { deskStyle } from './desk-style.ts';
import { entranceRoutes } from './entrance.routes.ts';
import { withoutNul } from './session.ts';
import { insideRoutes } from './inside.routes.ts';

/** Nothing runs in these pages, and nothing comes from elsewhere. The origin of a form is only told with a referrer policy that tells it. */
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cache-control': 'no-store',
};

/** The operator's desk, ready to listen: pages without scripts, on an origin of their own. */
export function createDesk(deps: DeskDeps): FastifyInstance {
  const { origin } = new URL(deps.url);
  const app = fastify({
    loggerInstance: lateChildren(deps.log),
    logController: new LogController({ disableRequestLogging: true }),
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
    request.log.error({ err: error }, 'the desk failed');
    if (codeOfError(error) === 'service_unavailable')
      return reply.code(503).header('retry-after', 5).send(refusedTexts.databaseAway);
    return reply.code(500).send(refusedTexts.wrong);
  });
  app.get('/', (_request, reply) => reply.redirect('/ops/'));
  app.get('/ops/desk.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(deskStyle));
  entranceRoutes(app, deps);
  insideRoutes(app, deps);
  return app;
}

const fieldsIn = (body: string): Fields =>
  Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, withoutNul(value)]));
