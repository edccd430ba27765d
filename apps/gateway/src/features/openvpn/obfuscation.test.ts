import { expect, test } from 'vitest';
import { obfs4Environment, shadowsocksConfig, stunnelConfig } from './plan.ts';
import { offersOf } from './authenticator-link.ts';
import { obfuscationSecretsFile, newObfuscationSecrets, obfs4Certificate } from './secrets.store.ts';

const ports = { udpPort: 1194, tcpPort: 1195, tlsPort: 8443, shadowsocksPort: 8388, obfs4Port: 9443 };
const obfuscation = newObfuscationSecrets();

test('offers only running variants whose server is up', () => {
  const variants = (...running: readonly string[]) =>
    offersOf({ ports, obfuscation }, running).map(({ variant }) => variant);
  expect(variants()).toEqual([]);
  expect(variants('udp', 'tls')).toEqual(['udp']);
  expect(variants('tcp', 'tls', 'obfs4')).toEqual(['tcp', 'tls', 'obfs4']);
  expect(variants('udp', 'tcp', 'tls', 'shadowsocks', 'obfs4')).toHaveLength(5);
});

test('secrets are unique for each gateway, valid in their file, and in the format of clients', () => {
  expect(newObfuscationSecrets()).not.toEqual(obfuscation);
  expect(obfuscationSecretsFile.parse(obfuscation)).toEqual(obfuscation);
  expect(obfs4Certificate(obfuscation.obfs4)).toMatch(/^[A-Za-z0-9+/]{70}$/);
  // RFC 7748, 6.1: Bob's private key, and his public one.
  const privateKey = '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb';
  const publicKey = 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f';
  const nodeId = '00'.repeat(20);
  const certificate = obfs4Certificate({ ...obfuscation.obfs4, privateKey, nodeId });
  expect(Buffer.from(certificate, 'base64').toString('hex')).toBe(nodeId + publicKey);
});

test('a setting cannot inject a line or an option', () => {
  const given = { port: 8443, listenIpv6: true, tcpPort: 1195 };
  for (const bad of ['/run/x\nsetuid = root', '/run/x;y', 'a b', ''])
    expect(() => stunnelConfig({ ...given, certificate: bad })).toThrow(TypeError);
  expect(() => stunnelConfig({ ...given, port: 0, certificate: '/run/door.pem' })).toThrow(TypeError);
  const keys = { ...obfuscation.obfs4, nodeId: 'a;obfs4:iat-mode=2' };
  expect(() => obfs4Environment({ ...given, stateDirectory: '/run/x', keys })).toThrow(TypeError);
  const written = shadowsocksConfig({ port: 8388, listenIpv6: false, password: '","mode":"tcp_and_udp' });
  expect(JSON.parse(written)).toMatchObject({ mode: 'tcp_only', server: '0.0.0.0' });
});
