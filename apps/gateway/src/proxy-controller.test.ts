import { credentialKey, credentialVerifier } from '@comet/admission';
import type { ProxyGrant, ProxyUserGrant } from '@comet/contract';
import { ok } from '@comet/foundation';
import { silentLog } from '@comet/foundation/log';
import { freePort, relayProgram } from '@comet/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectThrough, exitAt, openEcho, password, pepper, readChunk } from '../test/proxy-fixture.ts';
import { openProxyController } from './proxy-controller.ts';
import { readSettings } from './settings.ts';

/** The agent with the real processes of the proxy, and proxy users of all gateways. */

const ports = { http: await freePort(), socks: await freePort() };
const drawn: { readonly quotaAccount: string; readonly name: string | undefined }[] = [];
let grants: readonly (ProxyGrant | ProxyUserGrant)[] = [];
let echo: Awaited<ReturnType<typeof openEcho>>;
let site: ReturnType<typeof openProxyController>;

const user = (id: string, more: Partial<ProxyUserGrant> = {}): ProxyUserGrant => ({
  ...{ kind: 'proxyuser', id, username: 'abc123', addresses: [], proven: [] },
  verifier: credentialVerifier(credentialKey('abc123', password)),
  limits: { connections: 10, bytesPerSecond: null },
  ...more,
});

beforeAll(async () => {
  echo = await openEcho();
  const settings = readSettings({
    ...{
      API_URL: 'http://203.0.113.10:4800',
      STATE_DIR: '/var/lib/comet-gateway',
      PUBLIC_IPV4: '203.0.113.101',
    },
    ...{ UPLINK_INTERFACE: 'eth0', RESOLVER: '203.0.113.53', PROXY_EXCEPT: '127.0.0.0/8' },
    ...{ PROXY_HTTP_PORT: String(ports.http), PROXY_SOCKS_PORT: String(ports.socks) },
  });
  if (!settings.ok) throw new Error(settings.error);
  site = openProxyController({
    settings: settings.value,
    gatewayId: 'g1',
    listener: null,
    relay: relayProgram,
    ledger: {
      draw(_holder, quotaAccount, name) {
        drawn.push({ quotaAccount, name });
        return Promise.resolve(ok({ slice: `slice ${drawn.length}`, bytes: 1_000_000 }));
      },
      use: () => undefined,
    },
    log: silentLog,
    pepper: () => pepper.toString('base64url'),
    customers: () => grants,
    exits: () => [exitAt('127.0.0.11')],
    onExitFailed: () => undefined,
    onChange: () => undefined,
  });
  await vi.waitUntil(() => site.ports() !== null, 30_000);
});
afterAll(async () => {
  await site.end();
  await echo.close();
});

async function statusOf(): Promise<string> {
  const { socket, head } = await connectThrough(ports.http, `127.0.0.1:${echo.port}`);
  socket.destroy();
  return head.slice(9, 12);
}

test('a granted user can connect, is charged to its pseudonym by the id of its grant, and is rejected once withdrawn', async () => {
  expect(await statusOf()).toBe('407');
  site.received({ kind: 'granted', grant: user('one') });
  await vi.waitFor(async () => expect(await statusOf()).toBe('200'));
  expect(drawn).toEqual([{ quotaAccount: expect.stringMatching(/^[\w-]{22}$/), name: 'one' }]);
  const { socket } = await connectThrough(ports.http, `127.0.0.1:${echo.port}`);
  await readChunk(socket);
  // New addresses: a withdrawal, and a grant with another id.
  site.received({ kind: 'withdrawn', grant: user('one') });
  site.received({ kind: 'granted', grant: user('two', { addresses: ['203.0.113.7'] }) });
  socket.write('still open');
  expect(String(await readChunk(socket))).toBe('still open');
  site.received({ kind: 'withdrawn', grant: user('two') });
  expect(await readChunk(socket)).toBeNull();
  expect(await statusOf()).toBe('407');
});

test('the own grant of the release before has no effect beside that of all gateways', async () => {
  const own: ProxyGrant = {
    ...{ kind: 'proxy', id: 'own', sub: 's'.repeat(22), username: 'abc123', addresses: [], proven: [] },
    ...{ mac: 'm'.repeat(43), purse: null, route: { kind: 'pool' } },
    limits: { connections: 10, bytesPerSecond: null },
  };
  for (grants of [
    [own, user('three')],
    [user('three'), own],
  ]) {
    site.received({ kind: 'replaced', withdrawn: [] });
    await vi.waitFor(async () => expect(await statusOf()).toBe('200'));
    site.received({ kind: 'granted', grant: own });
    site.received({ kind: 'withdrawn', grant: own });
    expect(await statusOf()).toBe('200');
  }
});
