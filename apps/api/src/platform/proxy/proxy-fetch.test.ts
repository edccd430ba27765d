import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createSecureServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { afterEach, expect, test } from 'vitest';
import { createProxyFetch } from './proxy-fetch.ts';

const fetchThrough = createProxyFetch(null);

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

test('requests a page by its absolute URL, with the credentials for the proxy only', async () => {
  const seen: unknown[] = [];
  const port = await started(
    createServer(({ url, headers }, response) => {
      seen.push([url, headers.host, headers['proxy-authorization']]);
      response.end('{"address":"198.51.100.7"}');
    }),
  );
  expect(await fetchThrough(account(port), page, 1000)).toBe('{"address":"198.51.100.7"}');
  const authorization = `Basic ${Buffer.from('user-country-us:word').toString('base64')}`;
  expect(seen).toEqual([['http://page.example/api/address?x=1', 'page.example', authorization]]);
});

test('rejects when the proxy refuses, responds with too much, or does not respond', async () => {
  const refusing = await started(createServer((_, response) => response.writeHead(407).end()));
  await expect(fetchThrough(account(refusing), page, 1000)).rejects.toThrow('407');
  const endless = await started(createServer((_, response) => response.end('x'.repeat(10_000))));
  await expect(fetchThrough(account(endless), page, 1000)).rejects.toThrow('too long');
  const silent = await started(createServer(() => undefined));
  await expect(fetchThrough(account(silent), page, 100)).rejects.toThrow(/abort|timeout/i);
  const secret = new URL('https://page.example/');
  const closed = createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 502 No\r\n\r\n'));
  await expect(fetchThrough(account(await started(closed)), secret, 1000)).rejects.toThrow('502');
});

test('reaches a proxy without a route through a relay', async () => {
  const port = await started(createServer(({ url }, response) => response.end(url)));
  const relayed: unknown[] = [];
  const relay = createServer().on('connect', ({ url }, caller: Socket) => {
    relayed.push(url);
    caller.write('HTTP/1.1 200 Connected\r\n\r\n');
    caller.pipe(connect(port, '127.0.0.1')).pipe(caller);
  });
  const path = join(mkdtempSync(join(tmpdir(), 'relay-')), 'socket');
  servers.push(relay.listen(path));
  await once(relay, 'listening');
  const far = { ...account(8080), host: '192.0.2.1' };
  expect(await createProxyFetch(path)(far, page, 1000)).toBe(page.href);
  expect(relayed).toEqual(['192.0.2.1:8080']);
});

test('over HTTPS, verifies the certificate of the page and sends it no proxy credentials', async () => {
  const { certificate, key } = await certified('page.example');
  const seen: unknown[] = [];
  const secure = createSecureServer({ cert: certificate, key }, ({ url, headers }, response) => {
    seen.push([url, headers['proxy-authorization']]);
    response.end('{"address":"198.51.100.7"}');
  });
  const target = await started(secure);
  const proxy = createServer().on('connect', ({ url, headers }, caller: Socket) => {
    seen.push([url, headers['proxy-authorization']?.slice(0, 6)]);
    caller.write('HTTP/1.1 200 Connected\r\n\r\n');
    caller.pipe(connect(target, '127.0.0.1')).pipe(caller);
  });
  const port = await started(proxy);
  const fetchPage = (address: string) => fetchThrough(account(port), new URL(address), 1000);
  await expect(fetchPage('https://page.example/api')).rejects.toThrow(/certificate/i);
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
  expect(await fetchPage('https://page.example/api')).toBe('{"address":"198.51.100.7"}');
  expect(seen.slice(-2)).toEqual([
    ['page.example:443', 'Basic '],
    ['/api', undefined],
  ]);
  await expect(fetchPage('https://other.example/api')).rejects.toThrow(/altnames/i);
});

/** Creates a self-signed certificate. */
async function certified(name: string): Promise<{ certificate: string; key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    certificate: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
  };
}
