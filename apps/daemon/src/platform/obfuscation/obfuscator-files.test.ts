import fc from 'fast-check';
import { expect, test } from 'vitest';
import { obfs4Arguments, shadowsocksFile, stunnelFile } from './obfuscator.linux.ts';

const server = { address: '203.0.113.101', port: 8443, serverName: 'gw-1.gateways.comet.test' };
const login = { method: 'chacha20-ietf-poly1305', password: 'a-password-of-length' } as const;
const shadowsocks = { host: '203.0.113.101', port: 8388, ...login };
const destination = { host: '127.0.0.1', port: 1195 };
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .constantFrom('\nexec = /tmp/owned', ' ', '\0', '"', '../x', '\r\nsetuid = root')
    .map((text) => `203.0.113.101${text}`),
);

test('stunnel forwards local connections to the gateway, and trusts only our private CA', () => {
  expect(stunnelFile(server, { port: 4000, caFile: '/run/x/ca.pem' }).split('\n')).toEqual([
    'foreground = yes',
    'pid =',
    'syslog = no',
    'debug = err',
    '[openvpn]',
    'client = yes',
    'accept = 127.0.0.1:4000',
    'connect = 203.0.113.101:8443',
    'sni =',
    'checkHost = gw-1.gateways.comet.test',
    'CAfile = /run/x/ca.pem',
    'verifyChain = yes',
    'sslVersionMin = TLSv1.3',
    'TIMEOUTclose = 0',
    '',
  ]);
});

test('writes an IPv6 address for stunnel without brackets', () => {
  const file = stunnelFile({ ...server, address: '2001:db8::101' }, { port: 4000, caFile: '/run/x/ca.pem' });
  expect(file).toContain('\nconnect = 2001:db8::101:8443\n');
});

test('no value of a list becomes a line of stunnel’s file, or an argument of another program', () => {
  const local = { port: 4000, caFile: '/run/x/ca.pem' };
  const lines = stunnelFile(server, local).split('\n').length;
  fc.assert(
    fc.property(hostile, fc.constantFrom('address', 'serverName'), (text, field) => {
      try {
        expect(stunnelFile({ ...server, [field]: text }, local).split('\n')).toHaveLength(lines);
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
      }
    }),
  );
  expect(() => stunnelFile({ ...server, port: 0 }, local)).toThrow(TypeError);
  expect(() => obfs4Arguments(`${'A'.repeat(69)};`)).toThrow(TypeError);
  expect(() => shadowsocksFile({ ...shadowsocks, password: 'a\nb' }, { port: 1, destination })).toThrow(
    TypeError,
  );
});

test('ss-tunnel forwards to one destination', () => {
  const file = shadowsocksFile(shadowsocks, { port: 4000, destination });
  expect(JSON.parse(file)).toMatchObject({
    server: '203.0.113.101',
    local_address: '127.0.0.1',
    tunnel_address: '127.0.0.1:1195',
    mode: 'tcp_only',
  });
  const named = shadowsocksFile(shadowsocks, { port: 1, destination: { host: 'api.comet.test', port: 443 } });
  expect(JSON.parse(named)).toMatchObject({ tunnel_address: 'api.comet.test:443' });
});
