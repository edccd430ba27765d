import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, readTrust } from './settings.ts';

test.each([
  ['COMET_API_URL', 'nonsense', 'must be an address'],
  ['COMET_API_URL', '', 'must be an address'],
  ['COMET_API_URL', 'http://203.0.113.10', 'must begin with https'],
  ['COMET_API_URL', 'ftp://api.comet.example', 'must begin with https'],
  ['COMET_DASHBOARD_URL', 'nonsense', 'must be an origin'],
  ['COMET_DASHBOARD_URL', 'http://203.0.113.10', 'must be an origin'],
  ['COMET_DASHBOARD_URL', 'javascript:alert(1)', 'must be an origin'],
  ['COMET_DASHBOARD_URL', 'https://a@comet.example', 'must be an origin'],
  ['COMET_DASHBOARD_URL', 'https://comet.example/dash/', 'must be an origin'],
  ['COMET_PORTAL_CHECK_URL', 'https://api.comet.example/network-check', 'must be none'],
  ['COMET_PORTAL_CHECK_URL', 'http://example.com/network-check', "the API's host"],
  ['COMET_PORTAL_CHECK_URL', 'http://api.comet.example/?a=b', 'must be none'],
  ['COMET_INTERFACE', 'a-name-that-is-too-long', '15 characters'],
  ['COMET_TRANSPORT', 'comet-transport', 'an absolute path'],
  ['COMET_RESOLVER', 'comet-resolver', 'an absolute path'],
  ['UDP_OFFLOAD', '/lib/a.so:/tmp/b.so', 'plain letters'],
  ['WIREGUARD_IMPLEMENTATION', 'magic', 'auto, kernel or userspace'],
])('rejects %s=%s with a sentence that contains the name', (name, value, words) => {
  expect(() => readSettings({ [name]: value })).toThrow(words);
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test('allows plain HTTP on this machine only, or if a setting allows it', () => {
  expect(readSettings({ COMET_API_URL: 'http://127.0.0.1:4800' }).apiUrl.port).toBe('4800');
  const env = { COMET_API_URL: 'http://api.comet.test', COMET_API_PLAINTEXT: '1' };
  expect(readSettings(env).apiUrl.hostname).toBe('api.comet.test');
});

test('the dashboard defaults to the API’s origin; another one needs TLS or this machine', () => {
  const origin = (env: NodeJS.ProcessEnv) => readSettings(env).dashboardOrigin;
  expect(origin({})).toBe('https://api.comet.example');
  expect(origin({ COMET_DASHBOARD_URL: 'https://comet.example' })).toBe('https://comet.example');
  expect(origin({ COMET_DASHBOARD_URL: 'http://localhost:4801/' })).toBe('http://localhost:4801');
});

test('detects captive portals at the API’s host, unless it has another port', () => {
  const page = (env: NodeJS.ProcessEnv) => readSettings(env).portalCheckUrl?.href ?? null;
  expect(page({})).toBe('http://api.comet.example/network-check');
  expect(page({ COMET_API_URL: 'https://comet.example:8443' })).toBeNull();
  expect(page({ COMET_PORTAL_CHECK_URL: 'none' })).toBeNull();
  const other = 'http://192.0.2.2:8090/network-check';
  expect(page({ COMET_PORTAL_CHECK_URL: other })).toBe(other);
});

test('requires a complete and valid file of trust anchors', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-trust-'));
  try {
    const file = join(folder, 'trust.json');
    await expect(readTrust(file)).rejects.toThrow('COMET_TRUST');
    for (const text of ['', 'root:x:0:0', '{}', '{"listKeys":[],"certificateAuthorities":["a"]}']) {
      await writeFile(file, text);
      await expect(readTrust(file)).rejects.toThrow('does not hold the trust anchors');
    }
    const anchors = { listKeys: [{ kid: 'a', publicKey: 'b' }], certificateAuthorities: ['c'] };
    await writeFile(file, JSON.stringify(anchors));
    expect(await readTrust(file)).toEqual(anchors);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('reads addresses of the API and resolvers for DNS over HTTPS, by IP address only', () => {
  const read = (part: Readonly<Record<string, string>>) => readSettings({ ...part });
  expect(read({}).apiAddresses).toEqual([]);
  expect(read({}).dohResolvers.map(String)).toEqual([
    'https://9.9.9.9/dns-query',
    'https://1.1.1.1/dns-query',
  ]);
  expect(read({ COMET_API_ADDRESSES: '192.0.2.1, 2001:db8::1' }).apiAddresses).toEqual([
    '192.0.2.1',
    '2001:db8::1',
  ]);
  expect(read({ COMET_DOH_RESOLVERS: 'none' }).dohResolvers).toEqual([]);
  expect(read({ COMET_DOH_RESOLVERS: 'https://[2620:fe::fe]:8443/q' }).dohResolvers.map(String)).toEqual([
    'https://[2620:fe::fe]:8443/q',
  ]);
  for (const wrong of ['https://dns.example/dns-query', 'http://9.9.9.9/dns-query', '9.9.9.9'])
    expect(() => read({ COMET_DOH_RESOLVERS: wrong })).toThrow('COMET_DOH_RESOLVERS');
  expect(() => read({ COMET_API_ADDRESSES: 'api.example' })).toThrow('COMET_API_ADDRESSES');
});
