import { parseWireguardConfig } from '@comet/tunnel-config';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { WireguardConfig } from '../downloads.ts';
import { newKeyPair } from './generate-wireguard-files.ts';
import { wireguardFile } from './wireguard-file.ts';
import { zipOf } from '../zip.ts';

const config: WireguardConfig = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Router',
  location: 'nl-ams',
  gatewayId: '00000000-0000-4000-8000-000000000001',
  publicKey: `${'A'.repeat(43)}=`,
  ipv4: '100.96.1.2',
  ipv6: 'fd00:c0:e7::20:102',
  dns: ['100.64.0.1'],
  endpoint: '203.0.113.101:51820',
  serverPublicKey: `${'B'.repeat(42)}A=`,
  inService: true,
  createdAt: '2026-11-21T12:00:00.000Z',
};

test('a file contains the API’s values and the private key that was generated here', async () => {
  const { privateKey } = await newKeyPair();
  const { name, text } = wireguardFile(config, privateKey);
  // wg-quick names the interface after the file.
  expect(name).toMatch(/^[a-zA-Z0-9_=+.-]{1,15}\.conf$/);
  expect(parseWireguardConfig(text)).toEqual({
    ok: true,
    value: {
      interface: { privateKey, addresses: ['100.96.1.2/32', 'fd00:c0:e7::20:102/128'], dns: ['100.64.0.1'] },
      peers: [
        {
          publicKey: config.serverPublicKey,
          allowedIps: ['0.0.0.0/0', '::/0'],
          endpoint: '203.0.113.101:51820',
        },
      ],
    },
  });
});

test.each([
  'nl-ams',
  'us-chicago',
  'de-frankfurt',
  'us-sanfrancisco',
  'us-saltlakecity2',
  'us-abcdefghijklmnopqrst',
])('wg-quick accepts the file name for %s', async (location) => {
  const { privateKey } = await newKeyPair();
  const other = {
    ...config,
    id: '00000000-0000-4000-8000-00000000000a',
    location: `${location.slice(0, -1)}z`,
  };
  const names = [{ ...config, location }, other].map((one) => wireguardFile(one, privateKey).name);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_=+.-]{1,15}\.conf$/);
  // Two files with one name in a ZIP would lose a key.
  expect(new Set(names).size).toBe(2);
});

test.each([
  ['endpoint', { endpoint: '203.0.113.101:51820\nPostUp = true' }],
  ['endpoint', { endpoint: 'vpn.example:51820' }],
  ['serverPublicKey', { serverPublicKey: 'none' }],
  ['dns', { dns: ['100.64.0.1\nPostUp = true'] }],
  ['ipv4', { ipv4: '100.96.1.2/0, 10.0.0.1' }],
])('rejects an unsafe %s', async (_, hostile) => {
  const { privateKey } = await newKeyPair();
  expect(() => wireguardFile({ ...config, ...hostile }, privateKey)).toThrow('The API gave a wrong');
});

test('a ZIP contains every file by name', () => {
  const files = [
    { name: 'comet-nl-ams.conf', text: 'one\n' },
    { name: 'comet-jp-tyo.conf', text: 'two é\n' },
  ];
  const opened = Object.entries(unzipSync(zipOf(files))).map(([name, bytes]) => ({
    name,
    text: strFromU8(bytes),
  }));
  expect(opened).toEqual(files);
});
