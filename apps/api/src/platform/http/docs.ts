import contract from '@comet/contract/openapi.json' with { type: 'json' };
import { type Clock, escapeXml } from '@comet/foundation';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** RFC 9116 §2.5.5 recommends less than a year. */
const goodForMs = 180 * 24 * 3600 * 1000;

/**
 * `/.well-known/security.txt` (RFC 9116): the contact for vulnerability reports. Its expiry moves with every response. `origins` are those
 * that serve it: the API's own, and the dashboard's and the site's, whose servers forward the request.
 */
export function mountSecurityTxt(
  app: FastifyInstance,
  {
    clock,
    contact,
    origins,
  }: { readonly clock: Clock; readonly contact: string; readonly origins: readonly string[] },
): void {
  const path = '/.well-known/security.txt';
  app.get(path, { logLevel: 'silent' }, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + goodForMs).toISOString();
    const fields = [
      ['Contact', `mailto:${contact}`],
      ['Expires', expires],
      ['Preferred-Languages', 'en'],
      ...[...new Set(origins)].map((origin) => ['Canonical', `${origin}${path}`]),
    ];
    const lines = fields.map(([name, value]) => `${name}: ${value}\n`);
    return reply.type('text/plain; charset=utf-8').send(lines.join(''));
  });
}

/** The page runs our own script, which inserts styles; no other host is contacted. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const settings = {
  url: '/api/docs/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Comet VPN API</title>
</head>
<body>
<script id="api-reference" data-configuration="${escapeXml(JSON.stringify(settings))}"></script>
<script src="/api/docs/js/scalar.js"></script>
</body>
</html>
`;

/** The OpenAPI document and a readable page of it (Scalar, served from here). */
export async function mountDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  // The committed document names no host.
  const document = JSON.stringify({ ...contract, servers: [{ url: publicUrl }] });
  const guard = async (_request: unknown, reply: FastifyReply) => {
    void reply
      .header('content-security-policy', contentSecurityPolicy)
      .header('cross-origin-opener-policy', 'same-origin');
  };
  app.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document),
  );
  app.get('/api/docs', { onRequest: guard }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
  );
  app.get('/api/docs/', async (_request, reply) => reply.redirect('/api/docs', 308));
  app.get('/api/docs/js/scalar.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(await scalarScript()),
  );
}

let script: Promise<string> | null = null;

/**
 * Scalar's page script. Its Fastify plugin embeds it as a text of four megabytes, so it is loaded on the first visit, not at startup, and
 * read through a temporary server.
 */
function scalarScript(): Promise<string> {
  script ??= (async () => {
    const [{ default: scalar }, { default: fastify }] = await Promise.all([
      import('@scalar/fastify-api-reference'),
      import('fastify'),
    ]);
    const donor = fastify();
    await donor.register(scalar, { routePrefix: '/docs', configuration: { content: { openapi: '3.1.0' } } });
    const response = await donor.inject('/docs/js/scalar.js');
    await donor.close();
    if (response.statusCode !== 200) throw new Error('Scalar did not serve its script');
    return response.body;
  })();
  return script;
}
