import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { presentAt } from './admission-endpoint.ts';

const serverName = 'gw-0.gateways.comet.test';
const presentation = { ticket: 'ticket', publicKey: Buffer.alloc(32, 1).toString('base64'), proof: 'proof' };
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'comet-exit-door-'));
  const key = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=door', '-addext', `subjectAltName=DNS:${serverName}`];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', ...key, ...name, ...files], { stdio: 'ignore' });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The result of an exit whose gateway responds like this. */
async function presentTo(response: (socket: TLSSocket) => void, name = serverName) {
  const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(join(folder, file), 'utf8'));
  const server = createServer({ key, cert }, (socket) => {
    socket.on('error', () => undefined).once('data', () => response(socket));
  });
  const held = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => held.add(socket.on('error', () => undefined)));
  onTestFinished(() => {
    for (const one of held) one.destroy();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return presentAt(
    {
      ...{ address: '127.0.0.1', port, serverName: name, certificateAuthorities: [cert ?? ''] },
      wireguardPublicKey: Buffer.alloc(32, 2).toString('base64'),
    },
    presentation,
  );
}

const respondWith = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const unreachable = { ok: false, error: { kind: 'unreachable' } };

test.each<[string, string | Buffer]>([
  ['garbage', Buffer.alloc(5_000, 0xa7)],
  ['too much', respondWith('200 OK', ' '.repeat(20_000))],
  ['the beginning of an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{"exit":'],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['JSON that is no admittance', respondWith('200 OK', '{"__proto__":1}')],
])('a gateway that responds with %s counts as unreachable', async (_, text) => {
  expect(await presentTo((socket) => socket.end(text))).toMatchObject(unreachable);
});

test('a gateway that switches to another protocol and stays connected counts as unreachable', async () => {
  const switching = 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
  expect(await presentTo((socket) => socket.write(switching))).toMatchObject(unreachable);
});

test('a refusal is returned by its code, and an unsupported code as unknown', async () => {
  const refusal = (code: string) => respondWith('403 No', JSON.stringify({ error: { code, message: 'no' } }));
  const of = async (code: string) => presentTo((socket) => socket.end(refusal(code)));
  expect(await of('ticket_revoked')).toEqual({
    ok: false,
    error: { kind: 'refused', code: 'ticket_revoked' },
  });
  expect(await of('constructor')).toEqual({ ok: false, error: { kind: 'refused', code: 'unknown' } });
});

test('a gateway without the right certificate receives no ticket', async () => {
  let received = false;
  const presented = await presentTo(() => (received = true), 'gw-1.gateways.comet.test');
  expect(presented).toMatchObject(unreachable);
  expect(received).toBe(false);
});
