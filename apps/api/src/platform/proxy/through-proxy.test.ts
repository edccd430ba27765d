import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { fetchThrough } from './through-proxy.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function started(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const account = (port: number) => ({
  host: '127.0.0.1',
  port,
  username: 'user-country-us',
  password: 'word',
});
const page = new URL('http://page.example/api/address?x=1');

test('a page is asked for by its whole address, with the credentials for the proxy alone', async () => {
  const seen: unknown[] = [];
  const port = await started(
    createServer(({ url, headers }, answer) => {
      seen.push([url, headers.host, headers['proxy-authorization']]);
      answer.end('{"address":"198.51.100.7"}');
    }),
  );
  expect(await fetchThrough(account(port), page, 1000)).toBe('{"address":"198.51.100.7"}');
  const authorization = `Basic ${Buffer.from('user-country-us:word').toString('base64')}`;
  expect(seen).toEqual([['http://page.example/api/address?x=1', 'page.example', authorization]]);
});

test('a proxy that refuses, says too much, or says nothing is a failure and nothing worse', async () => {
  const refusing = await started(createServer((_, answer) => answer.writeHead(407).end()));
  await expect(fetchThrough(account(refusing), page, 1000)).rejects.toThrow('407');
  const endless = await started(createServer((_, answer) => answer.end('x'.repeat(10_000))));
  await expect(fetchThrough(account(endless), page, 1000)).rejects.toThrow('too long');
  const silent = await started(createServer(() => undefined));
  await expect(fetchThrough(account(silent), page, 100)).rejects.toThrow(/abort|timeout/i);
  const secret = new URL('https://page.example/');
  const closed = createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 502 No\r\n\r\n'));
  await expect(fetchThrough(account(await started(closed)), secret, 1000)).rejects.toThrow('502');
});
