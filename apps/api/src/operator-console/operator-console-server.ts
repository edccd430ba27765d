import { refusedTexts } from '@comet/texts/operator-console';
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { codeOfError } from '../platform/http/requests/error-response.ts';
import { hasOneHost } from '../platform/http/addresses/one-host.ts';
import { lazyChildLogger } from '../platform/http/observability/request-log.ts';
import { trustIn } from '../platform/http/addresses/trusted-proxies.ts';
import type { Fields } from './actions.ts';
import type { OperatorConsoleDeps } from './deps.ts';
import { publicRoutes } from './public.routes.ts';
import { withoutNul } from './session.ts';
import { authenticatedRoutes } from './authenticated.routes.ts';

/** The brand's colours for light and dark themes, without a script or font. */
const operatorConsoleStyle = `:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --raised: #fff; --line: #e4e1d8; --edge: #8a8a8e; --text: #161a24;
  --quiet: #565f73; --comet: #c8461a; --on-comet: #fff; --danger: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0b0f1a; --raised: #121828; --line: #232b40; --edge: #5f6b89; --text: #eef1f8;
    --quiet: #9aa5bd; --comet: #ff7a45; --on-comet: #160a04; --danger: #ff6b6b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 "Instrument Sans", ui-sans-serif, system-ui, sans-serif; }
body > header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.75rem; align-items: baseline; padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); }
body > header nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; flex-grow: 1; }
body > header a { color: var(--quiet); text-decoration: none; padding: 0.25rem 0; }
body > header a:hover, body > header a[aria-current="page"] { color: var(--text); }
body > header a[aria-current="page"] { font-weight: 600; border-bottom: 2px solid var(--comet); }
.mark { font-weight: 600; font-size: 1.2rem; }
main { max-width: 72rem; padding: 1.75rem 1.25rem 4rem; }
h1 { font-size: clamp(1.75rem, 4vw, 2.5rem); line-height: 1.1; letter-spacing: -0.02em; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; }
p { margin: 0 0 1rem; max-width: 46rem; }
.quiet { color: var(--quiet); }
a { color: inherit; text-decoration: underline; text-decoration-color: var(--comet); text-decoration-thickness: 2px; text-underline-offset: 4px; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0.65rem 1.25rem 0.65rem 0; border-bottom: 1px solid var(--line); }
td { min-width: 6rem; }
time { white-space: nowrap; }
td:first-child { min-width: 10rem; }
.word::first-letter { text-transform: uppercase; }
a.word { display: inline-block; }
th { font-weight: 400; color: var(--quiet); font-size: 0.875rem; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; margin: 0; }
dt, dd { margin: 0; padding: 0.65rem 1.25rem 0.65rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
dt { color: var(--quiet); }
code, .mono { font-family: "Geist Mono", ui-monospace, monospace; font-size: 0.875rem; overflow-wrap: anywhere; }
form.act { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin: 0 0 1rem; }
.sure { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; white-space: nowrap; }
.sure input { min-height: 0; width: 1.1rem; height: 1.1rem; accent-color: var(--comet); }
.wide + form.act { margin-top: 1.25rem; }
.wide form.act { margin: 0; flex-wrap: nowrap; }
form.tall { display: grid; gap: 1rem; max-width: 26rem; }
label { display: grid; min-width: 0; gap: 0.35rem; font-size: 0.875rem; font-weight: 500; }
input, textarea, select { max-width: 100%; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--edge); border-radius: 10px; min-height: 2.75rem; padding: 0.5rem 0.75rem; }
textarea { width: min(46rem, 100%); min-height: 8rem; resize: vertical; }
form.act label:has(textarea) { flex-basis: 100%; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0.5rem 1.25rem; border-radius: 10px; border: 1px solid transparent; background: var(--comet); color: var(--on-comet); cursor: pointer; }
.wide button { white-space: nowrap; }
button.second { background: none; color: var(--text); border-color: var(--edge); }
button.danger { background: none; color: var(--danger); border-color: var(--danger); }
button.bare { background: none; color: var(--quiet); border: 0; padding: 0; min-height: 0; font-weight: 400; }
:focus-visible { outline: 2px solid var(--comet); outline-offset: 3px; }
.said { border-left: 3px solid var(--line); padding-left: 0.75rem; margin: 0 0 1.25rem; max-width: 46rem; }
.said.ours { border-color: var(--comet); }
.said p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { border-left: 3px solid var(--comet); background: var(--raised); padding: 0.85rem 1rem; max-width: 46rem; }
.note.wrong { border-color: var(--danger); }
.qr { width: 12rem; height: 12rem; background: #fff; padding: 0.5rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 1rem 0; }
.figures b { display: block; font-size: 2.5rem; line-height: 1.1; letter-spacing: -0.02em; }
`;

/**
 * The pages run no scripts and load nothing from other hosts. Browsers send the origin of a form only with a referrer policy that permits
 * it.
 */
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

/** Creates the operator console, ready to listen: pages without scripts, on a separate origin. */
export function createOperatorConsole(deps: OperatorConsoleDeps): FastifyInstance {
  const { origin } = new URL(deps.url);
  const app = fastify({
    loggerInstance: lazyChildLogger(deps.log),
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
    request.log.error({ err: error }, 'the console failed');
    if (codeOfError(error) === 'service_unavailable')
      return reply.code(503).header('retry-after', 5).send(refusedTexts.databaseAway);
    return reply.code(500).send(refusedTexts.wrong);
  });
  app.get('/', (_request, reply) => reply.redirect('/ops/'));
  app.get('/ops/console.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(operatorConsoleStyle),
  );
  publicRoutes(app, deps);
  authenticatedRoutes(app, deps);
  return app;
}

const fieldsIn = (body: string): Fields =>
  Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, withoutNul(value)]));
