import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { checkForPortal, findingOf } from './portal-check.ts';

const url = new URL('http://api.comet.test/network-check');
const foundFor = (location?: string) => findingOf(302, location === undefined ? {} : { location }, url);

/** A network that answers every request in place of our server. */
async function portal(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    check: (signal = new AbortController().signal) =>
      checkForPortal(new URL(`http://api.comet.test:${port}/network-check`), ['127.0.0.1'], signal),
    page: `http://api.comet.test:${port}/network-check`,
  };
}

test('only 204 with our header means that the network is open', () => {
  expect(findingOf(204, { 'comet-network': 'open' }, url)).toEqual({ kind: 'open' });
  for (const [status, headers] of [
    [204, {}],
    [200, { 'comet-network': 'open' }],
    [511, {}],
  ] as const)
    expect(findingOf(status, headers, url)).toEqual({ kind: 'portal', page: url.href });
});

test.each([
  'http://192.168.1.1:3990/prelogin?res=notyet&uamip=192.168.1.1',
  'https://wifi.hotel.example/login#start',
])('takes the address of the sign-in page: %s', (page) => {
  expect(foundFor(page)).toEqual({ kind: 'portal', page });
});

test('completes an address without a host', () => {
  expect(foundFor('/login')).toEqual({ kind: 'portal', page: 'http://api.comet.test/login' });
  // Never an option of a browser.
  expect(foundFor('--proxy=evil')).toEqual({ kind: 'portal', page: 'http://api.comet.test/--proxy=evil' });
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://192.168.1.1/',
  'http://user:secret@192.168.1.1/',
  'http://192.168.1.1/a b',
  'http://192.168.1.1/"quoted"',
  "http://192.168.1.1/'quoted'",
  'http://192.168.1.1/\u001B[2J',
  'http://wifi.example/ü',
  `http://192.168.1.1/${'a'.repeat(2_000)}`,
  'http://',
  'http://localhost:8080/',
  'http://app.localhost/',
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://0/',
  'http://[::1]:631/',
  'http://[::ffff:127.0.0.1]/',
])('refuses the address %j, and opens the checked one, which the network replaces', (page) => {
  expect(foundFor(page)).toEqual({ kind: 'portal', page: url.href });
});

test('reads no content of an answer', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const network = await portal((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    let sent = 0;
    const send = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      if (!response.destroyed) response.once('drain', send);
    };
    response.once('close', () => resolve(sent));
    send();
  });
  expect(await network.check()).toEqual({ kind: 'portal', page: network.page });
  // What the sockets of both ends hold.
  expect(await closed).toBeLessThan(16 * 1024 * 1024);
});

test('follows no redirect', async () => {
  let requests = 0;
  const network = await portal((request, response) => {
    requests += 1;
    response.writeHead(302, { location: `http://${request.headers.host}/network-check` }).end();
  });
  expect(await network.check()).toEqual({ kind: 'portal', page: network.page });
  expect(requests).toBe(1);
});

test('an answer with too large a header is none, and neither is silence', async () => {
  const large = await portal((_, response) => response.writeHead(302, { 'x-a': 'a'.repeat(9_000) }).end());
  expect(await large.check()).toEqual({ kind: 'no_response' });
  const silent = await portal(() => undefined);
  expect(await silent.check(AbortSignal.timeout(50))).toEqual({ kind: 'no_response' });
});
