import { connect } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishKey, readSigner, readVerifiers } from '@comet/admission';
import { systemClock } from '@comet/foundation';
import { startSandbox } from '@comet/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenForRequest } from '../platform/admission/pinned-fetch.ts';
import { packageStore } from './package-store.ts';
import { openUpdates } from './updates.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-updates-'));
  sandbox = await startSandbox({
    ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null, releases: { signingKey } },
    paddle: { apiKey: 'key', webhookUrl: 'http://127.0.0.1:1/', webhookSecret: 'secret' },
  });
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

async function release(version: string | null, fault: string | null = null): Promise<void> {
  const body = JSON.stringify({ version, notes: 'Faster.', fault });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${sandbox.url}/control/releases`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

const open: OpenForRequest = async ({ host, port }) => connect(port, host);

/** A daemon of version 0.2.0. */
function installed(into = 'updates') {
  const store = packageStore(join(folder, into), open);
  const source = {
    folder: new URL(`${sandbox.url}/releases/stable/`),
    channel: 'stable',
    verifiers: readVerifiers([publishKey(readSigner(signingKey))]),
  };
  const machine = { platform: 'linux-amd64', version: '0.2.0', clock: systemClock };
  return { store, updates: openUpdates({ source, store, connect: open, ...machine }) };
}

test('finds, downloads and verifies a newer version, and keeps only that file, readable by the system', async () => {
  const { store, updates } = installed();
  await release('0.3.0');
  expect(await updates.check()).toMatchObject({ value: { version: '0.3.0', notes: 'Faster.' } });
  const fetched = await updates.fetch();
  const path = join(folder, 'updates', 'comet_0.3.0_amd64.deb');
  expect(fetched).toEqual({ ok: true, value: { version: '0.3.0', path } });
  expect(await readFile(path, 'utf8')).toMatch(/^Comet 0.3.0\n/);
  expect((await stat(path)).mode & 0o777).toBe(0o644);

  await writeFile(join(folder, 'updates', 'comet_0.4.0_amd64.deb.part'), 'half');
  await release('0.4.0');
  expect(await updates.check()).toMatchObject({ value: { version: '0.3.0' } });
  await Promise.all([updates.fetch(), updates.fetch()]);
  expect(await readdir(join(folder, 'updates'))).toEqual(['comet_0.4.0_amd64.deb']);
  const checked = await updates.check();
  expect(checked.ok && checked.value !== null && (await store.hasPackage(checked.value))).toBe(true);

  // Once installed, it is no longer kept.
  await release('0.2.0');
  expect(await updates.fetch()).toEqual({ ok: false, error: 'none' });
  expect(await readdir(join(folder, 'updates'))).toEqual([]);
});

test.each([
  ['0.1.0', null, 'older'],
  ['0.3.0', 'signature', 'signature_wrong'],
  ['0.3.0', 'expired', 'expired'],
  ['0.3.0', 'product', 'other_product'],
  ['0.3.0', 'size', 'too_large'],
  ['0.3.0', 'unavailable', 'away'],
  ['0.3.0', 'package', 'package_wrong'],
  [null, null, 'none'],
])('refuses version %s with the fault %s as %s, and stores nothing of it', async (version, fault, why) => {
  const { updates } = installed('refused');
  await release(version, fault);
  expect(await updates.fetch()).toEqual({ ok: false, error: why });
  expect(await readdir(join(folder, 'refused')).catch(() => [])).toEqual([]);
});
