import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readProxyRequest } from './location-connection.ts';
import { readSocksAddress, writeSocksAddress } from './socks-address.ts';

test('reads the destination of a tunnel and of a plain request, whose server gets its own form', () => {
  expect(readProxyRequest('CONNECT site.example:443 HTTP/1.1\r\nHost: site.example:443')).toEqual({
    ...{ host: 'site.example', port: 443, head: null },
  });
  expect(readProxyRequest('CONNECT [2001:db8::1]:443 HTTP/1.1')).toMatchObject({ host: '2001:db8::1' });
  const head = [
    'GET http://site.example:8080/a/../b?c=%7e#d HTTP/1.1',
    'Host: other.example',
    'Proxy-Connection: keep-alive',
    'Proxy-Authorization: Basic secret',
    'Accept: */*',
  ];
  expect(readProxyRequest(head.join('\r\n'))).toEqual({
    ...{ host: 'site.example', port: 8080 },
    head: [
      'GET /a/../b?c=%7e#d HTTP/1.1',
      'Host: site.example:8080',
      'Accept: */*',
      'Connection: close',
    ].join('\r\n'),
  });
  expect(readProxyRequest('GET http://site.example?a HTTP/1.0')?.head).toMatch(/^GET \/\?a HTTP\/1\.0\r\n/);
});

test.each([
  'GET / HTTP/1.1',
  'POST /command HTTP/1.1',
  'GET https://site.example/ HTTP/1.1',
  'GET http://user:word@site.example/ HTTP/1.1',
  'CONNECT site.example HTTP/1.1',
  'CONNECT site.example:99999 HTTP/1.1',
  'GET http:// HTTP/1.1',
  'GET http://site.example/ HTTP/2',
  '',
])('does not take %j for a proxy request', (head) => {
  expect(readProxyRequest(head)).toBeNull();
});

test('reads the addresses of SOCKS5 that it writes, and names, and no incomplete ones', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.constant('2001:db8:0:0:0:0:0:21')), fc.nat(65_535), (host, port) => {
      const written = writeSocksAddress(host, port);
      expect(readSocksAddress(written, 0)).toEqual({ host, port, end: written.length });
      expect(readSocksAddress(written.subarray(0, -1), 0)).toBeNull();
    }),
  );
  const name = Buffer.from([0, 3, 4, ...Buffer.from('a.bc'), 0, 80]);
  expect(readSocksAddress(name, 1)).toEqual({ host: 'a.bc', port: 80, end: 9 });
  expect(readSocksAddress(Buffer.of(3, 0, 0, 80), 0)).toBeNull();
  expect(readSocksAddress(Buffer.of(9, 0, 0, 80), 0)).toBeNull();
  expect(readSocksAddress(Buffer.of(), 0)).toBeNull();
});

test('never fails on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(4), (bytes, offset) => {
      readSocksAddress(Buffer.from(bytes), offset);
      readProxyRequest(Buffer.from(bytes).toString('latin1'));
    }),
  );
});
