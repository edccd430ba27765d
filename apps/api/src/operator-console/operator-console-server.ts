import { refusedTexts } from '@comet/texts/operator-console';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { newRequestId } from '../platform/current-request.ts';
import { codeOfError } from '../platform/http/requests/error-response.ts';
import { hasOneHost } from '../platform/http/addresses/one-host.ts';
import { RequestLogController, serverLog } from '../platform/http/observability/request-log.ts';
import { trustIn } from '../platform/http/addresses/trusted-proxies.ts';
import type { Fields } from './actions.ts';
import type { OperatorConsoleDeps } from './deps.ts';
import { publicRoutes } from './public.routes.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { pagePolicy, withoutNul } from './session.ts';
import { authenticatedRoutes } from './authenticated.routes.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { passkeyScript, passkeyScriptPath } from './passkeys/passkey-script.ts';
import { consoleStyle, type FaceAddresses } from './style.ts';

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

/** The brand's fonts, Latin characters only. For an installed program they are in the `node_modules` next to it. */
const faces = {
  heading: 'bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  text: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  mono: 'geist-mono/files/geist-mono-latin-wght-normal.woff2',
} as const;

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="4.5" cy="23.5" r="2.2" fill="#f0a070"/><circle cx="12" cy="19.5" r="3.8" fill="#f0a070"/><circle cx="22" cy="13.5" r="7" fill="#e8622f"/></svg>';

/** The files are public and named by their content. */
const forever = 'public, max-age=31536000, immutable';

/** The style sheet, fonts, icon and script of the console, from its own origin. They need no sign-in. */
function assetRoutes(app: FastifyInstance): void {
  const { resolve } = createRequire(import.meta.url);
  const addresses = Object.entries(faces).map(([name, file]) => {
    const content = readFileSync(resolve(`@fontsource-variable/${file}`));
    const address = `/ops/assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.woff2`;
    app.get(address, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', forever).send(content),
    );
    return [name, address] as const;
  });
  const style = consoleStyle(Object.fromEntries(addresses) as FaceAddresses);
  app.get('/ops/console.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get(passkeyScriptPath, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', forever).send(passkeyScript),
  );
  app.get('/ops/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(icon));
}
