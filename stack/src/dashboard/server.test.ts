import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDashboardServer } from './server.ts';

const HTML = '<!doctype html><script>theme()</script><script src="/assets/app-12345678.js"></script>';
const SCRIPT = `console.log('${'long '.repeat(400)}')`;
let folder = '';
let site: Server;
let api: Server;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: portOf(site), path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asking.once('error', reject).end(body);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-site-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), HTML);
  await writeFile(join(folder, '.sources'), 'private');
  await writeFile(join(folder, 'assets/app-12345678.js'), SCRIPT);
  api = await listening(
    createServer((incoming, outgoing) => {
      if (incoming.url === '/api/v1/stream') {
        outgoing.write('first\n');
        return;
      }
      incoming.pipe(
        outgoing.setHeader('x-seen', JSON.stringify([incoming.url, incoming.headers['x-forwarded-for']])),
      );
    }),
  );
  const options = {
    folder,
    api: new URL(`http://127.0.0.1:${portOf(api)}`),
    paymentOrigin: 'https://pay.test',
    site: new URL('https://site.test'),
  };
  site = await listening(await createDashboardServer(options));
});

afterAll(async () => {
  for (const server of [site, api]) {
    server.close();
    server.closeAllConnections();
  }
  await rm(folder, { recursive: true, force: true });
});

test('redirects the help center and the legal pages to the site, and no other path', async () => {
  const site = (path: string) => get(path).then(({ headers }) => headers.location);
  expect(await site('/terms/')).toBe('https://site.test/terms/');
  expect(await site('/privacy')).toBe('https://site.test/privacy/');
  expect(await site('/help/')).toBe('https://site.test/help/');
  expect(await site('/help/refund/')).toBe('https://site.test/help/refund/');
  expect(await site('/help/refund/more')).toBeUndefined();
  expect(await site('/terms/elsewhere')).toBeUndefined();
});

test('serves the app at its routes, 404 for a missing file, and no dot files', async () => {
  expect((await get('/dash/settings?tab=1')).body.toString()).toBe(HTML);
  expect((await get('/assets/gone-12345678.js')).status).toBe(404);
  expect((await get('/.sources')).body.toString()).not.toContain('private');
  expect((await get('/../../etc/passwd')).body.toString()).toBe(HTML);
  expect((await get('/%ff')).status).toBe(200);
  expect((await get('/', {}, 'POST')).status).toBe(405);
});

test('hashed files are immutable and compressed as the browser accepts; the page is revalidated', async () => {
  const script = await get('/assets/app-12345678.js', { 'accept-encoding': 'gzip, br' });
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(brotliDecompressSync(script.body).toString()).toBe(SCRIPT);
  expect((await get('/assets/app-12345678.js', { 'accept-encoding': 'br;q=0' })).body.toString()).toBe(
    SCRIPT,
  );
  expect((await get('/')).headers['cache-control']).toBe('no-cache');
});

test('the policy allows our scripts, the payment provider’s, and inline ones by hash only', async () => {
  const { headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self' https:\/\/pay\.test 'sha256-[\w+/]{43}='(;|$)/);
  expect(policy).toMatch(/frame-src https:\/\/pay\.test(;|$)/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
});

test('forwards requests to the API unchanged, with the browser’s address only', async () => {
  const claimed = { 'x-forwarded-for': '6.6.6.6', 'content-type': 'application/json' };
  const response = await get('/api/v1/plans?x=1', claimed, 'POST', '{"a":1}');
  expect(response.body.toString()).toBe('{"a":1}');
  expect(JSON.parse(String(response.headers['x-seen']))).toEqual(['/api/v1/plans?x=1', '127.0.0.1']);
});

test('serves the API’s security.txt', async () => {
  const { headers } = await get('/.well-known/security.txt');
  expect(JSON.parse(String(headers['x-seen']))[0]).toBe('/.well-known/security.txt');
});

test('streams a response that never ends', async () => {
  const first = await new Promise<string>((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: portOf(site), path: '/api/v1/stream' }, (response) => {
      response.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
        asking.destroy();
      });
    });
    asking.once('error', reject).end();
  });
  expect(first).toBe('first\n');
});
