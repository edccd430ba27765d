import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { systemClock } from '@comet/foundation';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import type { Gateway } from '../gateways/gateway.ts';
import { clockWitness } from './clock-witness.ts';
import { httpsDoor } from './door.https.ts';
import { sourceTowards } from './source-towards.ts';

/** What a door must get through with: gateways that answer what they like, or nothing. */

const serverName = 'gw-0.gateways.comet.test';
const said = { ticket: 'ticket', publicKey: Buffer.alloc(32, 1).toString('base64'), proof: 'proof' };
let folder: string;
let certificate: string;
let server: Server | null = null;
const held = new Set<{ destroy(): unknown }>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'comet-door-'));
  const key = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=door', '-addext', `subjectAltName=DNS:${serverName}`];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', ...key, ...name, ...files], { stdio: 'ignore' });
  certificate = readFileSync(join(folder, 'cert.pem'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  for (const one of held) one.destroy();
  held.clear();
  server?.close();
});

async function standAt(one: Server): Promise<Gateway> {
  server = one.listen(0, '127.0.0.1');
  server.on('connection', (socket) => held.add(socket.on('error', () => undefined)));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { ...(gateways[0] as Gateway), address: '127.0.0.1', doorPort: port, serverName };
}

/** A gateway with our certificate that answers each request by hand. */
function answering(answer: (socket: TLSSocket) => void): Promise<Gateway> {
  const key = readFileSync(join(folder, 'key.pem'), 'utf8');
  return standAt(
    createTlsServer({ key, cert: certificate }, (socket) => {
      socket.on('error', () => undefined).once('data', () => answer(socket));
    }),
  );
}

async function present(gateway: Gateway) {
  const door = httpsDoor([certificate]);
  const answer = await door.present(gateway, said, new AbortController().signal);
  door.forget();
  return answer;
}

/** Lets the four seconds after which a silent gateway is given up pass when this is called, and never before. */
function holdPatience(): () => void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const over = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    milliseconds === 4_000 ? over.signal : timeout(milliseconds),
  );
  return () => over.abort();
}

const unreachable = { ok: false, error: { kind: 'unreachable' } };
const head = (length: number, more = '') => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n${more}\r\n`;

test.each<[string, (socket: TLSSocket) => void]>([
  ['garbage', (socket) => socket.end(Buffer.alloc(5_000, 0xa7))],
  ['too much', (socket) => socket.end(head(20_000) + ' '.repeat(20_000))],
  ['the beginning of an answer', (socket) => socket.end(`${head(5_000)}{"ipv4":`)],
  ['headers without measure', (socket) => socket.write(head(2, `x: ${'y'.repeat(60_000)}\r\n`))],
  [
    'another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  [
    'a place elsewhere',
    (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n'),
  ],
  ['JSON that is no admittance', (socket) => socket.end(`${head(15)}{"__proto__":1}`)],
  ['two lengths', (socket) => socket.end(`${head(2, 'content-length: 9\r\n')}{}`)],
])('a gateway that answers %s is unreachable, at once', async (_, answer) => {
  holdPatience();
  expect(await present(await answering(answer))).toMatchObject(unreachable);
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
  ['of the internet', { ipv6: '2001:db8::1' }, false],
  ['of IPv4 as one of IPv6', { ipv6: '::ffff:100.64.0.16' }, false],
  ['of a resolver beside the tunnel', { dns: ['100.64.0.1', '192.168.1.1'] }, false],
  ['of such a one for lists', { filters: [{ address: '127.0.0.53', lists: ['ads'] }] }, false],
])(
  'an address %s that a gateway gives is used, or the gateway counts as unreachable: %j',
  async (_, part, taken) => {
    const text = JSON.stringify({ ...admitted, ...part });
    const gateway = await answering((socket) => socket.end(head(text.length) + text));
    expect((await present(gateway)).ok).toBe(taken);
  },
);

test('a door that was opened stands open, and what is presented goes through it', async () => {
  let connections = 0;
  const gateway = await answering((socket) => {
    connections += 1;
    const text = '{"error":{"code":"not_found","message":"x"}}';
    const answer = `HTTP/1.1 404 No\r\ncontent-length: ${text.length}\r\nkeep-alive: timeout=300\r\n\r\n${text}`;
    socket.write(answer);
    socket.on('data', () => socket.write(answer));
  });
  const door = httpsDoor([certificate]);
  await door.measure(gateway);
  await door.warm(gateway);
  await expect.poll(() => door.openAt(gateway)).not.toBeNull();
  await door.present(gateway, said, AbortSignal.timeout(20_000));
  expect(connections).toBe(1);
  door.forget();
  await expect.poll(() => door.openAt(gateway)).toBeNull();
});

test('what is presented while the door is being opened goes through it, unless that takes too long', async () => {
  let connections = 0;
  const answer = `${head(2, 'keep-alive: timeout=300\r\n')}{}`;
  const gateway = await answering((socket) => {
    connections += 1;
    socket.write(answer);
    socket.on('data', () => socket.write(answer));
  });
  const door = httpsDoor([certificate]);
  const opening = door.warm(gateway);
  await door.present(gateway, said, AbortSignal.timeout(20_000));
  await opening;
  expect(connections).toBe(1);
  door.forget();
  // The opening goes on for as long as this test does.
  holdPatience();
  const silent = await answering(() => undefined);
  void door.warm(silent);
  expect(await door.present(silent, said, AbortSignal.timeout(1_000))).toMatchObject(unreachable);
  door.forget();
});

test('a connection that has waited, and leads nowhere any more, is not waited for', async () => {
  let connections = 0;
  const key = readFileSync(join(folder, 'key.pem'), 'utf8');
  const gateway = await standAt(
    createTlsServer({ key, cert: certificate }, (socket) => {
      connections += 1;
      // Each answers once; what comes after is lost.
      socket.on('error', () => undefined).once('data', () => socket.write(`${head(2)}{}`));
    }),
  );
  const door = httpsDoor([certificate]);
  await door.warm(gateway);
  expect(connections).toBe(1);
  // Long before the four seconds after which a silent gateway is given up.
  holdPatience();
  expect(await door.present(gateway, said, AbortSignal.timeout(20_000))).toMatchObject({
    error: { detail: 'the answer is not an admittance' },
  });
  expect(connections).toBe(2);
  door.forget();
});

test('what waits by a way that is gone is given up, and what waits by one that holds is not', async () => {
  const gateway = await answering((socket) => socket.write(`${head(2, 'keep-alive: timeout=300\r\n')}{}`));
  let source: string | null = '127.0.0.1';
  const door = httpsDoor([certificate], () => Promise.resolve(source));
  await door.measure(gateway);
  await door.warm(gateway);
  await expect.poll(() => door.openAt(gateway)).not.toBeNull();
  await door.forgetAstray();
  await sleep(20);
  expect(door.openAt(gateway)).not.toBeNull();
  source = '192.0.2.7';
  await door.forgetAstray();
  await expect.poll(() => door.openAt(gateway)).toBeNull();
  await door.warm(gateway);
  await expect.poll(() => door.openAt(gateway)).not.toBeNull();
  source = null;
  await door.forgetAstray();
  await expect.poll(() => door.openAt(gateway)).toBeNull();
  door.forget();
});

test('what is being opened when the network changes is given up, and nobody waits for it', async () => {
  let connections = 0;
  const gateway = await standAt(
    createTlsServer({ key: readFileSync(join(folder, 'key.pem'), 'utf8'), cert: certificate }, (socket) => {
      connections += 1;
      // The first is lost on its way; the next one is answered.
      if (connections > 1)
        socket.on('error', () => undefined).once('data', () => socket.write(`${head(2)}{}`));
    }),
  );
  const door = httpsDoor([certificate], () => Promise.resolve('127.0.0.1'));
  const lost = door.warm(gateway);
  await expect.poll(() => connections).toBe(1);
  await door.forgetAstray();
  await lost;
  expect(await door.present(gateway, said, AbortSignal.timeout(20_000))).toMatchObject({
    error: { detail: 'the answer is not an admittance' },
  });
  expect(connections).toBe(2);
  door.forget();
});

test('the kernel says from where a way leads, and that there is none', async () => {
  expect(await sourceTowards('127.0.0.1', 443)).toBe('127.0.0.1');
  expect(await sourceTowards('::1', 443)).toBe('::1');
});

test('a refusal without a code that we know is one of no name', async () => {
  const body = '{"error":{"code":"constructor","message":"x"}}';
  const answer = `HTTP/1.1 403 No\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  expect(await present(await answering((socket) => socket.end(answer)))).toEqual({
    ok: false,
    error: { kind: 'refused', code: 'unknown' },
  });
});

test('a gateway that goes on for ever is let go of when it has said too much', async () => {
  let written = 0;
  const gateway = await answering((socket) => {
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

test('who says nothing, a byte now and then, or half of a handshake, is given up after four seconds', async () => {
  const fourSecondsPass = holdPatience();
  let reached = 0;
  const silent = await answering(() => (reached += 1));
  const slow = await answering((socket) => {
    reached += 1;
    socket.write(head(1_000));
    const dripping = setInterval(() => socket.write(' '), 100);
    held.add({ destroy: () => clearInterval(dripping) });
  });
  const provisional = await answering((socket) => {
    reached += 1;
    const dripping = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
    held.add({ destroy: () => clearInterval(dripping) });
  });
  const halfOpen = await standAt(createTcpServer(() => (reached += 1)));
  let given = 0;
  const answers = [silent, slow, provisional, halfOpen].map((gateway) =>
    present(gateway).finally(() => (given += 1)),
  );
  await expect.poll(() => reached).toBe(4);
  // Some of what they say now and then.
  await sleep(300);
  expect(given).toBe(0);
  fourSecondsPass();
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(unreachable);
});

test('a certificate of another name or another authority opens nothing', async () => {
  const gateway = await answering((socket) => socket.end(head(2)));
  const other = { ...gateway, serverName: 'gw-1.gateways.comet.test' };
  expect(await present(other)).toMatchObject(unreachable);
  const strange = httpsDoor([]);
  expect(await strange.present(gateway, said, AbortSignal.timeout(20_000))).toMatchObject(unreachable);
});

/** A certificate for the door that its key has signed, of another time than this: two days that many days from now. */
function signedFor(days: number): string {
  const at = (later: number) => {
    const moment = new Date(Date.now() + later * 86_400_000).toISOString();
    return `${moment.replaceAll(/[-:T]|\..*/g, '')}Z`;
  };
  const path = (name: string) => join(folder, name);
  const config = [
    '[ca]\ndefault_ca=c\n[c]',
    ...[
      `database=${path('index')}`,
      `new_certs_dir=${folder}`,
      'default_md=sha256',
      'rand_serial=yes',
      'policy=p',
      'x509_extensions=e',
    ],
    `[p]\ncommonName=supplied\n[e]\nbasicConstraints=CA:TRUE\nsubjectAltName=DNS:${serverName}\n`,
  ];
  writeFileSync(path('index'), '');
  writeFileSync(path('ca.conf'), config.join('\n'));
  const asking = ['-new', '-key', path('key.pem'), '-subj', '/CN=door', '-out', path('door.csr')];
  execFileSync('openssl', ['req', ...asking], { stdio: 'ignore' });
  const signing = ['-batch', '-selfsign', '-notext', '-config', path('ca.conf')];
  const files = ['-keyfile', path('key.pem'), '-in', path('door.csr'), '-out', path('other.pem')];
  const dates = ['-startdate', at(days), '-enddate', at(days + 2)];
  execFileSync('openssl', ['ca', ...signing, ...files, ...dates], { stdio: 'ignore' });
  return readFileSync(path('other.pem'), 'utf8');
}

test.each([
  [-1, null],
  [-5, 'clock_ahead'],
  [5, 'clock_behind'],
])('a door whose certificate begins %i days from now is witnessed as: %s', async (days, fault) => {
  const own = signedFor(days);
  const key = readFileSync(join(folder, 'key.pem'), 'utf8');
  const gateway = await standAt(
    createTlsServer({ key, cert: own }, (socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(head(2) + '{}'));
    }),
  );
  const witness = clockWitness(systemClock);
  const door = httpsDoor([own], undefined, witness);
  expect(await door.present(gateway, said, AbortSignal.timeout(20_000))).toMatchObject(unreachable);
  door.forget();
  expect(witness.fault()).toBe(fault);
});
