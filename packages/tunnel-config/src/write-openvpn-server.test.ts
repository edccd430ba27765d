import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OpenvpnServerConfig, writeOpenvpnServerConfig } from './index.ts';
import {
  attack,
  certificate,
  example,
  optionsOf,
  type Path,
  pem,
  textOf,
  valueAt,
  withAt,
} from './openvpn-models.fake.ts';

const server: OpenvpnServerConfig = {
  transport: 'udp',
  port: 1194,
  listenIpv6: true,
  device: 'ovu0',
  network4: '100.80.0.0/16',
  network6: 'fd00:c0:e7::10:0/112',
  dns: ['100.64.0.1'],
  certificateChain: [certificate],
  privateKey: pem('PRIVATE KEY', new Uint8Array([7])),
  tlsCryptV2ServerKey: pem('OpenVPN tls-crypt-v2 server key', new Uint8Array([8])),
  managementSocket: '/run/comet/udp.sock',
  maxClients: 4096,
};

const serverPaths: readonly Path[] = [
  ...Object.keys(server)
    .filter((key) => key !== 'dns' && key !== 'certificateChain' && key !== 'listenIpv6')
    .map((key) => [key]),
  ['dns', 0],
  ['certificateChain', 0],
];

describe("an OpenVPN server's file", () => {
  test('contains the options of its model and no others, for any field values', () => {
    const expected = optionsOf(textOf(writeOpenvpnServerConfig(server)));
    fc.assert(
      fc.property(fc.constantFrom(...serverPaths), attack, fc.boolean(), (path, text, appended) => {
        const hostile = appended ? `${String(valueAt(server, path))}${text}` : text;
        const written = writeOpenvpnServerConfig(withAt(server, path, hostile) as OpenvpnServerConfig);
        if (!written.ok) return;
        expect(optionsOf(written.value)).toEqual(expected);
        expect(written.value).not.toMatch(/plugin|owned|\0|\r|\.\./);
      }),
      { numRuns: 5_000 },
    );
  });

  test('leaves each login to the management interface, logs nothing and uses modern ciphers only', () => {
    const lines = textOf(writeOpenvpnServerConfig(server)).split('\n');
    for (const line of [
      'management-client-auth',
      'management-hold',
      'management /run/comet/udp.sock unix',
      'verb 0',
      'script-security 0',
      'disable-dco',
      'server 100.80.0.0 255.255.0.0',
      'server-ipv6 fd00:c0:e7::10:0/112',
      'push "dhcp-option DNS 100.64.0.1"',
    ])
      expect(lines).toContain(line);
    expect(
      lines.filter((line) =>
        /^(?:status|log|log-append|syslog|client-to-client|ifconfig-pool-persist)/.test(line),
      ),
    ).toEqual([]);
    expect(lines.filter((line) => /CBC|SHA1|BF-|DES/.test(line))).toEqual([]);
  });

  test.each([
    ['port', { ...server, port: 0 }],
    ['network4', { ...server, network4: '100.80.0.0/8' }],
    ['network6', { ...server, network6: '100.80.0.0/16' }],
    ['managementSocket', { ...server, managementSocket: 'run/comet.sock' }],
    ['certificateChain', { ...server, certificateChain: [] }],
    ['privateKey', { ...server, privateKey: certificate }],
    ['tlsCryptV2ServerKey', { ...server, tlsCryptV2ServerKey: example.tlsCryptV2ClientKey }],
  ])('is refused for its %s', (field, model) => {
    expect(writeOpenvpnServerConfig(model)).toEqual({ ok: false, error: { field } });
  });
});
