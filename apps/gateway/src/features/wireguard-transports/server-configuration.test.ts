import { expect, test } from 'vitest';
import {
  scrambledPorts,
  serverConfiguration,
  sharesAdmissionPort,
  type TransportsPlan,
} from './server-configuration.ts';

const plan: TransportsPlan = {
  program: '/usr/lib/comet-gateway/comet-transport',
  user: 70_003,
  transports: [
    { kind: 'tcp', port: 80 },
    { kind: 'tcp', port: 443 },
    { kind: 'quic', port: 443 },
  ],
  ipv6: false,
  wireguardPort: 51_820,
  wireguardPublicKey: `${'A'.repeat(42)}E=`,
  admission: { port: 443, sharedPort: 5295 },
};
const quicListener = {
  ...{ kind: 'quic', address: '0.0.0.0:443', certificate: 'chain', key: 'key' },
  ...{ scrambled: false, cover: false },
};
const certificate = { certificateChain: 'chain', privateKey: 'key' };
const read = (change: Partial<TransportsPlan>) =>
  JSON.parse(serverConfiguration({ ...plan, ...change }, certificate)) as { listeners: unknown[] };

test('only the admission endpoint’s own port relays other connections, and only QUIC has the key', () => {
  expect(read({})).toEqual({
    to: '127.0.0.1:51820',
    user: 70_003,
    limits: { per_address: 256, total: 8_192 },
    public_key: `${'00'.repeat(31)}01`,
    listeners: [
      { kind: 'tcp', address: '0.0.0.0:80' },
      { kind: 'tcp', address: '0.0.0.0:443', otherwise: '127.0.0.1:5295' },
      quicListener,
    ],
  });
});

test('with IPv6 each transport has a listener for it', () => {
  expect(read({ ipv6: true, transports: [{ kind: 'tcp', port: 80 }] }).listeners).toEqual([
    { kind: 'tcp', address: '0.0.0.0:80' },
    { kind: 'tcp', address: '[::]:80' },
  ]);
});

test('Shadowsocks has one listener for UDP and TCP', () => {
  const transports = [{ kind: 'shadowsocks' as const, port: 8_389 }];
  expect(read({ transports }).listeners).toEqual([{ kind: 'shadowsocks', address: '0.0.0.0:8389' }]);
});

test('scrambled datagrams arrive at ports of the program, except at a port of QUIC', () => {
  const transports = [53, 443, 51_820].map((port) => ({ kind: 'scrambled' as const, port }));
  const quic = { kind: 'quic' as const, port: 443 };
  const cover = { kind: 'cover' as const, port: 51_820 };
  expect(read({ transports: [...transports, quic, cover] }).listeners).toEqual([
    { ...quicListener, scrambled: true },
    { kind: 'scrambled', address: '0.0.0.0:5296', cover: false },
    { kind: 'scrambled', address: '0.0.0.0:5297', cover: true },
  ]);
  expect(scrambledPorts([...transports, quic])).toEqual([
    [53, 5_296],
    [51_820, 5_297],
  ]);
});

test('the admission endpoint’s port is shared by TCP at that port only', () => {
  const sharesWith = (transports: TransportsPlan['transports']) =>
    sharesAdmissionPort({ ...plan, transports });
  expect(sharesWith([{ kind: 'tcp', port: 443 }])).toBe(true);
  expect(sharesWith([{ kind: 'quic', port: 443 }])).toBe(false);
  expect(sharesWith([{ kind: 'tcp', port: 80 }])).toBe(false);
});
