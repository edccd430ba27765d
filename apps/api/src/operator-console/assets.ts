import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { passkeyScript, passkeyScriptPath } from './passkeys/passkey-script.ts';
import { consoleStyle, type FaceAddresses } from './style.ts';

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
export function assetRoutes(app: FastifyInstance): void {
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
