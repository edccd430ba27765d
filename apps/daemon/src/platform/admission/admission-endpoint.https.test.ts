import { createServer as createTcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import {
  admissionEndpointsUnderTest,
  head,
  holdTimeouts,
  presentation,
  unreachable,
} from '../../../test/fleet/admission-endpoints-fixture.ts';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import type { Gateway } from '../../model/gateway.ts';
import { httpsAdmission } from './admission-endpoint.https.ts';

/** Invalid or missing responses that an admission endpoint must handle. */

const admissionEndpoints = admissionEndpointsUnderTest();

async function present(gateway: Gateway) {
  const admissionEndpoint = httpsAdmission([admissionEndpoints.certificate]);
  const response = await admissionEndpoint.present(gateway, presentation, new AbortController().signal);
  admissionEndpoint.forget();
  return response;
}

test.each<[string, (socket: TLSSocket) => void]>([
  ['garbage', (socket) => socket.end(Buffer.alloc(5_000, 0xa7))],
  ['too much', (socket) => socket.end(head(20_000) + ' '.repeat(20_000))],
  ['the beginning of a response', (socket) => socket.end(`${head(5_000)}{"ipv4":`)],
  ['oversized headers', (socket) => socket.write(head(2, `x: ${'y'.repeat(60_000)}\r\n`))],
  [
    'another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  [
    'a redirect',
    (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n'),
  ],
  ['JSON that is no admittance', (socket) => socket.end(`${head(15)}{"__proto__":1}`)],
  ['two lengths', (socket) => socket.end(`${head(2, 'content-length: 9\r\n')}{}`)],
])('reports a gateway that responds with %s as unreachable at once', async (_, response) => {
  holdTimeouts();
  expect(await present(await admissionEndpoints.handleRequests(response))).toMatchObject(unreachable);
});

const admitted = {
  server_public_key: (gateways[0] as Gateway).wireguardPublicKey,
  ...{ wireguard_port: 51_820, ipv4: '100.64.0.16', ipv6: 'fd00:c0:e7::10', dns: ['100.64.0.1'], mtu: 1420 },
  session_until: '2026-11-22T12:00:00Z',
};

test.each<[string, object, boolean]>([
  ['of a tunnel', {}, true],
  ['of a router', { ipv4: '192.168.1.1' }, false],
  ['of this machine', { ipv4: '127.0.0.1' }, false],
  ['of the public internet', { ipv6: '2001:db8::1' }, false],
  ['of IPv4 as one of IPv6', { ipv6: '::ffff:100.64.0.16' }, false],
  ['of a resolver outside the tunnel', { dns: ['100.64.0.1', '192.168.1.1'] }, false],
  ['of such a resolver for block lists', { filters: [{ address: '127.0.0.53', lists: ['ads'] }] }, false],
])('uses an address %s from a gateway, or reports the gateway as unreachable: %j', async (_, part, taken) => {
  const text = JSON.stringify({ ...admitted, ...part });
  const gateway = await admissionEndpoints.handleRequests((socket) => socket.end(head(text.length) + text));
  expect((await present(gateway)).ok).toBe(taken);
});

test('maps a refusal with an unknown code to `unknown`', async () => {
  const body = '{"error":{"code":"constructor","message":"x"}}';
  const response = `HTTP/1.1 403 No\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  expect(await present(await admissionEndpoints.handleRequests((socket) => socket.end(response)))).toEqual({
    ok: false,
    error: { kind: 'refused', code: 'unknown' },
  });
});

test('closes an endless response when it exceeds the limit', async () => {
  let written = 0;
  const gateway = await admissionEndpoints.handleRequests((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const more = (): void => {
      if (socket.destroyed || written > 64 * 1024 * 1024) return;
      written += 1_000;
      socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`, more);
    };
    more();
  });
  expect(await present(gateway)).toMatchObject(unreachable);
  expect(written).toBeLessThan(4 * 1024 * 1024);
});

test('times out after four seconds of silence, single bytes, or half of a handshake', async () => {
  const fourSecondsPass = holdTimeouts();
  let reached = 0;
  const silent = await admissionEndpoints.handleRequests(() => (reached += 1));
  const slow = await admissionEndpoints.handleRequests((socket) => {
    reached += 1;
    socket.write(head(1_000));
    const dripping = setInterval(() => socket.write(' '), 100);
    admissionEndpoints.atEnd(() => clearInterval(dripping));
  });
  const provisional = await admissionEndpoints.handleRequests((socket) => {
    reached += 1;
    const dripping = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
    admissionEndpoints.atEnd(() => clearInterval(dripping));
  });
  const halfOpen = await admissionEndpoints.gatewayFor(createTcpServer(() => (reached += 1)));
  let given = 0;
  const responses = [silent, slow, provisional, halfOpen].map((gateway) =>
    present(gateway).finally(() => (given += 1)),
  );
  await expect.poll(() => reached).toBe(4);
  // The server sends single bytes at intervals.
  await sleep(300);
  expect(given).toBe(0);
  fourSecondsPass();
  for (const response of await Promise.all(responses)) expect(response).toMatchObject(unreachable);
});

test('distinguishes a network that resets TLS from a gateway that does not answer, and from a closed port', async () => {
  const resets = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const reset = await admissionEndpoints.gatewayFor(resets);
  expect(await present(reset)).toMatchObject({ error: { kind: 'unreachable', isTlsBlocked: true } });
  const ends = await admissionEndpoints.handleRequests((socket) => socket.destroy());
  expect(await present(ends)).toMatchObject({ error: { kind: 'unreachable', isTlsBlocked: false } });
  const closed = createTcpServer();
  const gateway = await admissionEndpoints.gatewayFor(closed);
  await new Promise((resolve) => closed.close(resolve));
  expect(await present(gateway)).toMatchObject({ error: { kind: 'unreachable', isTlsBlocked: false } });
});

test('rejects a certificate of another name or another authority', async () => {
  const gateway = await admissionEndpoints.handleRequests((socket) => socket.end(head(2)));
  const other = { ...gateway, serverName: 'gw-1.gateways.comet.test' };
  expect(await present(other)).toMatchObject(unreachable);
  const strange = httpsAdmission([]);
  expect(await strange.present(gateway, presentation, AbortSignal.timeout(20_000))).toMatchObject(
    unreachable,
  );
});
