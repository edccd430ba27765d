import { connect } from 'node:net';
import { credentialKey, credentialVerifier } from '@comet/admission';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  grantQuotaOnce,
  openEcho,
  openProxyFixture,
  password,
  type ProxyFixture,
  readChunk,
} from '../../../../test/proxy-fixture.ts';
import type { ProxyCustomer } from '../proxy-messages.ts';

/** Proxy users of all gateways, over real sockets. */

let fixture: ProxyFixture;
let echo: Awaited<ReturnType<typeof openEcho>>;
beforeAll(async () => {
  echo = await openEcho();
});
afterAll(() => echo.close());
beforeEach(async () => {
  fixture = await openProxyFixture();
});
afterEach(() => fixture.proxy.close());

const username = 'abc123';
const verifierOf = (word: string) => credentialVerifier(credentialKey(username, word));

/** A user without a value of this gateway. */
function sharedUser(more: Partial<ProxyCustomer> = {}): ProxyCustomer {
  const { mac: _, ...rest } = customer({ id: 'shared', verifier: verifierOf(password), ...more });
  return rest;
}

const put = (user: ProxyCustomer) => fixture.proxy.execute({ type: 'customer', put: user });

async function overHttp(): Promise<string> {
  const { socket, head } = await connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
  socket.destroy();
  return /Comet-Error: (\w+)/.exec(head)?.[1] ?? head.slice(9, 12);
}

/** Resolves with the status of the authentication (RFC 1929 §2), and that of the request (RFC 1928 §6) if it succeeds. */
async function overSocks(word = password): Promise<readonly number[]> {
  const socket = connect({ port: fixture.socksPort, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.write(Buffer.from([5, 1, 2]));
  await readChunk(socket);
  const [name, pass] = [Buffer.from(username), Buffer.from(word)];
  socket.write(Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([pass.length]), pass]));
  const authenticated = (await readChunk(socket))?.[1] ?? -1;
  if (authenticated !== 0) {
    socket.destroy();
    return [authenticated];
  }
  socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, echo.port >> 8, echo.port & 255]));
  const replied = (await readChunk(socket))?.[1] ?? -1;
  socket.destroy();
  return [authenticated, replied];
}

test('authenticates over HTTP and SOCKS5 by the verifier, and rejects another password and the verifier itself', async () => {
  fixture.customers(sharedUser());
  expect([await overHttp(), await overSocks()]).toEqual(['200', [0, 0]]);
  for (const wrong of ['other', verifierOf(password)]) expect((await overSocks(wrong))[0]).not.toBe(0);
  put(sharedUser({ verifier: verifierOf('new') }));
  expect([await overHttp(), (await overSocks())[0] === 0]).toEqual(['bad_credentials', false]);
  expect(await overSocks('new')).toEqual([0, 0]);
});

test('a revoked user is rejected, and its connections end', async () => {
  fixture.customers(sharedUser());
  const { socket } = await connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
  await readChunk(socket);
  fixture.proxy.execute({ type: 'customer-gone', id: 'shared' });
  expect(await readChunk(socket)).toBeNull();
  expect([await overHttp(), (await overSocks())[0] === 0]).toEqual(['bad_credentials', false]);
});

test('new addresses keep the connections, and a new password ends them', async () => {
  fixture.customers(sharedUser());
  const { socket } = await connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
  await readChunk(socket);
  put(sharedUser({ id: 'replaced', addresses: ['203.0.113.7'] }));
  fixture.proxy.execute({ type: 'customer-gone', id: 'shared' });
  socket.write('still open');
  expect(String(await readChunk(socket))).toBe('still open');
  put(sharedUser({ id: 'renewed', verifier: verifierOf('new') }));
  expect(await readChunk(socket)).toBeNull();
});

test('a user whose quota is used up is rejected until there is more', async () => {
  grantQuotaOnce(fixture, 'pseudonym', 1_000);
  fixture.customers(sharedUser({ quotaAccount: 'pseudonym' }));
  const { socket } = await connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
  await readChunk(socket);
  socket.write(Buffer.alloc(10_000));
  while ((await readChunk(socket)) !== null);
  expect(await overHttp()).toBe('no_data');
});

test('the own grant of the release before and that of all gateways are valid one after the other', async () => {
  fixture.customers(customer({ id: 'own' }));
  expect(await overHttp()).toBe('200');
  put(sharedUser());
  expect(await overHttp()).toBe('200');
  fixture.proxy.execute({ type: 'customer-gone', id: 'own' });
  expect([await overHttp(), await overSocks()]).toEqual(['200', [0, 0]]);
});
