import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listensOnAllPorts, isOffered, offersAll } from './gateway-ready.ts';

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

let api: Server | null = null;
afterEach(() => api?.close());

test('an error response, invalid data or an unreachable control plane count as not offered', async () => {
  const responses: readonly (readonly [number, string])[] = [
    [503, '{"error":{"code":"service_unavailable"}}'],
    [429, 'later'],
    [200, JSON.stringify({ locations: [location] })],
  ];
  const left = responses.values();
  api = createServer((_, response) => {
    const [status, body] = left.next().value ?? [500, ''];
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => api?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  expect([await isOffered(url, 'nl-ams'), await isOffered(url, 'nl-ams')]).toEqual([false, false]);
  expect(await isOffered(url, 'nl-ams')).toBe(true);
  expect(await isOffered('http://127.0.0.1:1', 'nl-ams')).toBe(false);
});

const socket = (protocol: string, local: string) =>
  `${protocol}   UNCONN 0      0      ${local}      0.0.0.0:*`;
const sockets = [
  ...[443, 1195, 8443, 8388, 9443].map((port) => socket('tcp', `0.0.0.0:${port}`)),
  ...[socket('udp', '[::]:1194'), socket('udp', '*:51820')],
];

test('a gateway is ready once it listens on each of its ports', () => {
  expect(listensOnAllPorts(sockets.join('\n'))).toBe(true);
  for (const missing of sockets)
    expect(listensOnAllPorts(sockets.filter((one) => one !== missing).join('\n'))).toBe(false);
  expect(listensOnAllPorts('')).toBe(false);
});
