import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';

/** RFC 9116 §2.5.5 recommends less than a year. */
const goodForMs = 180 * 24 * 3600 * 1000;

/**
 * `/.well-known/security.txt` (RFC 9116): where a weakness is reported. Its end moves on with every answer. `origins` are those at which
 * it is read: the API's own, and the dashboard's and the site's, whose servers pass the request on.
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
