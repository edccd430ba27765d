import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSiteServer } from './server.ts';

let folder: string;
let server: Server;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  await mkdir(join(folder, 'pricing'));
  await mkdir(join(folder, 'look'));
  await writeFile(join(folder, 'index.html'), '<a href="https://dash.cometvpn.example/register">home</a>');
  await writeFile(join(folder, 'pricing/index.html'), 'prices');
  const parts = ['<style>b{top:0}</style>', '<script type="application/ld+json">{}</script>'];
  await writeFile(
    join(folder, 'look/index.html'),
    [...parts, '<script type="module">go()</script>'].join(''),
  );
  await writeFile(join(folder, '404.html'), 'lost');
  await writeFile(join(folder, '.sources'), 'private');
  const instead = { 'https://dash.cometvpn.example': 'http://localhost:1' };
  // Nothing listens on this port.
  server = await createSiteServer({ folder, api: new URL('http://127.0.0.1:1'), instead });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string) => fetch(`${address}${path}`, { redirect: 'manual' });

test('serves pages by folder, with the configured addresses', async () => {
  expect(await (await get('/')).text()).toBe('<a href="http://localhost:1/register">home</a>');
  const moved = await get('/pricing');
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/pricing/']);
  expect(await (await get('/pricing/?from=mail')).text()).toBe('prices');
});

test.each([
  '/nothing/',
  '/.sources',
  '//elsewhere.example/pricing',
  '/%2e%2e/package.json',
  '/documents/%',
  '/pricing/../../x',
])('a missing path is 404 without a redirect: %s', async (path) => {
  const response = await get(path);
  expect([response.status, await response.text()]).toEqual([404, 'lost']);
});

test('every response forbids third-party scripts, frames and forms, and framing', async () => {
  for (const path of ['/', '/nothing/']) {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await fetch(address, { method: 'POST' })).status).toBe(405);
});

test('inline stylesheets and scripts are allowed by hash only', async () => {
  const allowed = async (path: string, kind: string): Promise<string | undefined> =>
    (await get(path)).headers.get('content-security-policy')?.match(`${kind}-src ([^;]*)`)?.[1];
  const hashed = (text: string): string => createHash('sha256').update(text).digest('base64');
  expect(await allowed('/look/', 'style')).toBe(`'self' 'sha256-${hashed('b{top:0}')}'`);
  expect(await allowed('/look/', 'script')).toBe(`'self' 'sha256-${hashed('go()')}'`);
  expect([await allowed('/', 'style'), await allowed('/', 'script')]).toEqual(["'self'", "'self'"]);
});

test('reports an unreachable API', async () => {
  expect((await get('/api/v1/status')).status).toBe(502);
  expect((await get('/.well-known/security.txt')).status).toBe(502);
});
