import { expect, test } from 'vitest';
import { setUp } from './commands-fixture.ts';

function access() {
  const calls: string[] = [];
  const results = [{ method: 'gateway', outcome: 'reached', milliseconds: 120 }] as const;
  const apiAccess = {
    access: {
      working: () => 'gateway' as const,
      test: () => Promise.resolve(results),
      abort: () => void calls.push('abort'),
    },
    forgetConnections: () => void calls.push('forget'),
  };
  return { calls, results, ...setUp([], { apiAccess }) };
}

const proxy = { address: '192.0.2.10', port: 1080 };
const login = { user: 'ada', password: 'a secret' };

test('shows the choice, the working method and the proxy, without its password', async () => {
  const { file, ask, calls } = access();
  expect(await ask('api.status')).toEqual({
    ok: true,
    value: { choice: 'automatic', working: 'gateway', proxy: null },
  });
  const added = await ask('api.add', { ...proxy, login });
  expect(added).toEqual({
    ok: true,
    value: { choice: 'automatic', working: 'gateway', proxy: { ...proxy, user: 'ada' } },
  });
  expect(JSON.stringify(await ask('api.status'))).not.toContain(login.password);
  expect(file.current.apiAccess.proxy).toEqual({ ...proxy, login });
  // Connections of the earlier choice end.
  expect(calls).toEqual(['abort', 'forget']);
});

test('uses a proxy only if there is one, and returns to automatic when it is removed', async () => {
  const { file, ask } = access();
  expect(await ask('api.use', { choice: 'socks5' })).toEqual({
    ok: false,
    error: { error: 'access_proxy_missing', detail: null },
  });
  await ask('api.add', { ...proxy, login: null });
  expect(await ask('api.use', { choice: 'socks5' })).toMatchObject({ value: { choice: 'socks5' } });
  expect(await ask('api.remove')).toMatchObject({ value: { choice: 'automatic', proxy: null } });
  await ask('api.use', { choice: 'gateway' });
  expect(await ask('api.remove')).toMatchObject({ value: { choice: 'gateway' } });
  expect(file.current.apiAccess.proxy).toBeNull();
});

test('returns the results of a test', async () => {
  const { ask, results } = access();
  expect(await ask('api.test')).toEqual({ ok: true, value: { results } });
});

test.each([
  { address: 'proxy.example', port: 1080, login: null },
  { address: '192.0.2.10', port: 0, login: null },
  { address: '192.0.2.10', port: 65_536, login: null },
  { address: '192.0.2.10', port: 1080, login: { user: '', password: 'x' } },
  { address: '192.0.2.10', port: 1080, login: { user: 'ada', password: '' } },
  { address: '192.0.2.10', port: 1080, login: { user: 'ä'.repeat(128), password: 'x' } },
])('refuses the proxy %j', async (params) => {
  const { ask, file } = access();
  expect(await ask('api.add', params)).toMatchObject({ ok: false });
  expect(file.current.apiAccess.proxy).toBeNull();
});
