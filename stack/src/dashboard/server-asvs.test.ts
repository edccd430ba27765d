import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { createDashboardServer } from './server.ts';

/** Checks the served dashboard page against OWASP ASVS 5.0.0. */
let folder = '';
let site: Server;
let base = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-site-'));
  await copyFile(inRepository('apps/dashboard/index.html'), join(folder, 'index.html'));
  const api = new URL('http://127.0.0.1:9');
  site = await createDashboardServer({ folder, api, paymentOrigin: 'https://pay.example', site: api });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.close();
  await rm(folder, { recursive: true });
});

const headersOf = async (path: string) => (await fetch(`${base}${path}`)).headers;

test('3.4.3: scripts are allowed from listed origins only, inline scripts by hash only', async () => {
  for (const path of ['/', '/dash/settings/', '/login/?redirect=//evil.example']) {
    const policy = new Map(
      ((await headersOf(path)).get('content-security-policy') ?? '')
        .split('; ')
        .map((directive) => [directive.split(' ', 1)[0], directive.split(' ').slice(1)]),
    );
    const scripts = policy.get('script-src') ?? [];
    for (const source of scripts) {
      expect(source).toMatch(/^('self'|https:\/\/pay\.example|'sha256-[\w+/]{43}=')$/);
    }
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
  }
  expect(await readFile(join(folder, 'index.html'), 'utf8')).not.toMatch(/\son[a-z]+=|javascript:/i);
});

test('3.4.1, 3.4.4, 3.4.5, 3.4.8: the page has the other security headers', async () => {
  for (const path of ['/', '/missing.js']) {
    const headers = await headersOf(path);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toMatch(/^same-origin/);
  }
});
