import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, originPorts, pageSet } from './pages.ts';

/**
 * Runs on the lab's internet host: `page-server.ts SEED PAGES` serves the pages at both origins. Prints `ready` when it listens, and ends
 * when its input ends. A response takes some milliseconds, and the length of HTML and data varies by up to 2 %, as on sites with changing
 * contents.
 */
const [seed = 0, count = 0] = process.argv.slice(2).map(Number);
const bodies = new Map(
  pageSet(seed, count)
    .flat()
    .map((resource) => [resource.path, bodyOf(resource)]),
);
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  jpg: 'image/jpeg',
  woff2: 'font/woff2',
  json: 'application/json',
};

for (const port of Object.values(originPorts)) {
  const server = createServer((request, response) => {
    void respond(request.url ?? '/').then(({ body, type }) => {
      if (body === undefined) return response.writeHead(404).end();
      response.writeHead(200, {
        'content-type': type,
        'content-length': body.length,
        'cache-control': 'no-store',
      });
      return response.end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, '0.0.0.0');
  await once(server, 'listening');
}
console.log('ready');
process.stdin.resume().once('end', () => process.exit());

async function respond(path: string) {
  // Most responses are fast, some slow.
  await sleep(2 - 4 * Math.log(1 - Math.random()));
  const body = bodies.get(path);
  const type = types[path.split('.').at(-1) ?? ''] ?? 'text/html';
  const varies = body !== undefined && (type === 'text/html' || type === 'application/json');
  const length = varies ? Math.floor(body.length * 0.02 * Math.random()) : 0;
  return { type, body: varies ? Buffer.concat([body, Buffer.alloc(length, '.')]) : body };
}
