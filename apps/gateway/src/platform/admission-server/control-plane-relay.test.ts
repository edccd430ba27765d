import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openAdmission } from './admission-server.ts';
import { controlPlaneAt, controlPlaneRelay, type RelayLimits } from './control-plane-relay.ts';

const folder = mkdtempSync(join(tmpdir(), 'comet-relay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
execFileSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=gateway', ...files], { stdio: 'ignore' });
const certificate = {
  certificateChain: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
  privateKey: readFileSync(join(folder, 'key.pem'), 'utf8'),
};

const limits: RelayLimits = {
  all: 3,
  perSource: 2,
  bytes: 100_000,
  connect: 1_000,
  idle: 60_000,
  total: 60_000,
};

/** A gateway whose control plane echoes bytes. */
async function setUp(part: Partial<RelayLimits> = {}, handle = (socket: Socket) => void socket.pipe(socket)) {
  const accepted: Socket[] = [];
  const controlPlane = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    handle(socket);
  }).listen(0, '127.0.0.1');
  await once(controlPlane, 'listening');
  const { port } = controlPlane.address() as AddressInfo;
  const target = { host: '127.0.0.1', port };
  const admission = await openAdmission({
    port: 0,
    isShared: false,
    certificate,
    handle: () => Promise.resolve({ status: 404, code: 'not_found' }),
    mayConnect: () => true,
    relay: controlPlaneRelay(target, { ...limits, ...part }),
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    for (const socket of accepted) socket.destroy();
    controlPlane.close();
    await admission.close();
  });
  const options = { host: '127.0.0.1', port: admission.port, ca: certificate.certificateChain };
  const tls = { ...options, checkServerIdentity: () => undefined };
  return { accepted, controlPlane, authority: `127.0.0.1:${port}`, tls };
}

type Gateway = Awaited<ReturnType<typeof setUp>>;

async function connectTo({ tls }: Gateway, authority: string) {
  const call = request({ ...tls, method: 'CONNECT', path: authority, agent: false });
  call.on('error', () => undefined).end();
  const [response, socket, head] = (await once(call, 'connect')) as [
    { statusCode: number },
    TLSSocket,
    Buffer,
  ];
  socket.on('error', () => undefined);
  const rest = async (): Promise<string> => {
    let text = head.toString();
    for await (const chunk of socket) text += String(chunk);
    return text;
  };
  return { status: response.statusCode, socket, rest };
}

/** Resolves when a socket is closed, also after an error. */
const closed = (socket: TLSSocket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined).once('close', () => resolve());
  });

test('relays bytes to the control plane and back', async () => {
  const gateway = await setUp();
  const { status, socket } = await connectTo(gateway, gateway.authority);
  expect(status).toBe(200);
  const sent = Buffer.alloc(30_000, 'x');
  socket.write(sent);
  const received: Buffer[] = [];
  for await (const chunk of socket) {
    received.push(chunk as Buffer);
    if (Buffer.concat(received).length >= sent.length) break;
  }
  expect(Buffer.concat(received)).toEqual(sent);
});

test.each([
  'example.com:443',
  '127.0.0.1:22',
  '127.0.0.1',
  '10.0.0.1:443',
  '[::1]:443',
  '169.254.169.254:80',
  'user@127.0.0.1:443',
  '/',
  'http://127.0.0.1/',
])('refuses the destination %s with 403, and connects to nothing', async (destination) => {
  const gateway = await setUp();
  const refused = await connectTo(gateway, destination);
  expect(refused.status).toBe(403);
  expect(JSON.parse(await refused.rest())).toEqual({
    error: { code: 'relay_refused', message: 'This gateway relays connections only to the control plane' },
  });
  expect(gateway.accepted).toEqual([]);
});

test('refuses further connections of one source, and accepts one when another has ended', async () => {
  const gateway = await setUp();
  const first = await connectTo(gateway, gateway.authority);
  const second = await connectTo(gateway, gateway.authority);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await connectTo(gateway, gateway.authority)).status).toBe(429);
  first.socket.destroy();
  await expect.poll(async () => (await connectTo(gateway, gateway.authority)).status).toBe(200);
});

test('limits the connections of all sources', async () => {
  const gateway = await setUp({ all: 1 });
  const first = await connectTo(gateway, gateway.authority);
  expect((await connectTo(gateway, gateway.authority)).status).toBe(429);
  expect(first.status).toBe(200);
});

test('closes a connection that exceeds its bytes, in either direction', async () => {
  const flooding = await setUp({}, (socket) => void socket.write(Buffer.alloc(400_000)));
  const download = await connectTo(flooding, flooding.authority);
  let received = 0;
  download.socket.on('data', (chunk: Buffer) => void (received += chunk.length));
  await closed(download.socket);
  expect(received).toBeLessThan(400_000);
  const gateway = await setUp({}, (socket) => void socket.resume());
  const upload = await connectTo(gateway, gateway.authority);
  upload.socket.write(Buffer.alloc(400_000));
  await closed(upload.socket);
});

test('closes connections without traffic, and long ones', async () => {
  for (const part of [{ idle: 50 }, { total: 50 }]) {
    const gateway = await setUp(part);
    const { socket } = await connectTo(gateway, gateway.authority);
    socket.resume();
    await closed(socket);
    await expect.poll(() => gateway.accepted[0]?.destroyed).toBe(true);
  }
});

test('a client that does not read is closed, and holds no unlimited buffer', async () => {
  const gateway = await setUp({ bytes: 1e9, total: 300 }, (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
    };
    socket.on('drain', more);
    more();
  });
  const { socket } = await connectTo(gateway, gateway.authority);
  socket.pause();
  await expect.poll(() => gateway.accepted[0]?.destroyed, { timeout: 3_000 }).toBe(true);
  expect(gateway.accepted[0]?.bytesWritten).toBeLessThan(64 * 1024 * 1024);
});

test('reports a control plane that does not accept connections', async () => {
  const gateway = await setUp();
  gateway.controlPlane.close();
  await once(gateway.controlPlane, 'close');
  const refused = await connectTo(gateway, gateway.authority);
  expect(refused.status).toBe(502);
  expect(JSON.parse(await refused.rest())).toMatchObject({ error: { code: 'relay_unavailable' } });
});

test('a client that sends only half of a request is closed by the admission server', async () => {
  const gateway = await setUp();
  const socket = connect(gateway.tls);
  await once(socket, 'secureConnect');
  socket.write(`CONNECT ${gateway.authority} HTTP/1.1\r\nhost:`);
  socket.resume();
  await closed(socket);
  expect(gateway.accepted).toEqual([]);
}, 10_000);

test('returns the host and port of the control plane', () => {
  expect(controlPlaneAt('https://api.comet.example')).toEqual({ host: 'api.comet.example', port: 443 });
  expect(controlPlaneAt('http://[2001:db8::1]:8080/')).toEqual({ host: '2001:db8::1', port: 8080 });
});
