import { expect, test } from 'vitest';
import { hearsAll, offersAll } from './gateway-ready.ts';

const variants = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'];
const location = { code: 'nl-ams', online: true, protocols: ['wireguard', 'openvpn'], variants };

test('a gateway is ready once its location is offered by every protocol and variant', () => {
  expect(offersAll([location], 'nl-ams')).toBe(true);
  expect(offersAll([location], 'jp-tyo')).toBe(false);
  for (const less of [
    { online: false },
    { protocols: ['wireguard'] },
    ...variants.map((missing) => ({ variants: variants.filter((one) => one !== missing) })),
  ])
    expect(offersAll([{ ...location, ...less }], 'nl-ams')).toBe(false);
});

const socket = (protocol: string, local: string) =>
  `${protocol}   UNCONN 0      0      ${local}      0.0.0.0:*`;
const sockets = [
  ...[443, 1195, 8443, 8388, 9443].map((port) => socket('tcp', `0.0.0.0:${port}`)),
  ...[socket('udp', '[::]:1194'), socket('udp', '*:51820')],
];

test('and once a socket stands at each of its ports', () => {
  expect(hearsAll(sockets.join('\n'))).toBe(true);
  for (const missing of sockets)
    expect(hearsAll(sockets.filter((one) => one !== missing).join('\n'))).toBe(false);
  expect(hearsAll('')).toBe(false);
});
