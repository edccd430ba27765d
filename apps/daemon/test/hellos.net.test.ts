import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:https';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpsAdmission } from '../src/platform/admission/admission-endpoint.https.ts';
import { freePort, listens } from '../src/platform/system/local-ports.ts';
import { stunnelFile } from '../src/platform/obfuscation/obfuscator.linux.ts';
import { gateways } from './fleet/fake-gateways.ts';

const serverName = 'gw-7.gateway.comet';
const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
const servers: Server[] = [];
let folder = '';
let authority = '';
let seen = Buffer.alloc(0);
let responded = 0;
/** The address of a gateway's TLS behind an observer of the traffic. */
let port = 0;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-hello-'));
  const at = (name: string) => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const ca = ['-subj', '/CN=ca', '-keyout', at('ca.key'), '-out', at('ca.pem')];
  openssl('req', '-x509', ...key, '-days', '2', ...ca);
  openssl(
    'req',
    ...key,
    '-subj',
    `/CN=${serverName}`,
    '-keyout',
    at('admission.key'),
    '-out',
    at('admission.csr'),
  );
  await writeFile(at('admission.ext'), `subjectAltName=DNS:${serverName}\nextendedKeyUsage=serverAuth\n`);
  const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2'];
  openssl(
    'x509',
    '-req',
    '-in',
    at('admission.csr'),
    ...signing,
    '-extfile',
    at('admission.ext'),
    '-out',
    at('admission.pem'),
  );
  authority = await readFile(at('ca.pem'), 'utf8');
  const tls = createTlsServer(
    {
      key: await readFile(at('admission.key')),
      cert: await readFile(at('admission.pem')),
      minVersion: 'TLSv1.3',
    },
    (_, response) => {
      responded += 1;
      response.end('{}');
    },
  ).listen(0, '127.0.0.1');
  await once(tls, 'listening');
  const onTheWay = createServer((socket) => {
    const onward = connect(portOf(tls), '127.0.0.1');
    for (const one of [socket, onward]) {
      one.on('data', (chunk: Buffer) => (seen = Buffer.concat([seen, chunk])));
      one.on('error', () => undefined);
    }
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(onTheWay, 'listening');
  servers.push(tls, onTheWay);
  port = portOf(onTheWay);
});

beforeEach(() => {
  seen = Buffer.alloc(0);
  responded = 0;
});

afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

/** Features that a censor could match. */
const namesSomebody = () => /gateway|comet/i.test(seen.toString('latin1'));
const [known] = gateways;
const gateway = (name: string) => ({
  ...(known as NonNullable<typeof known>),
  serverName: name,
  address: '127.0.0.1',
  admissionPort: port,
});

test('connections to the admission endpoint reveal no gateway name, and no other gateway can respond', async () => {
  const admissionEndpoint = httpsAdmission([authority]);
  await admissionEndpoint.warm(gateway(serverName));
  expect(responded).toBe(1);
  expect(seen.length).toBeGreaterThan(500);
  expect(namesSomebody()).toBe(false);
  // Neither a new connection nor an idle one, or its TLS session, is accepted for another gateway at the same address.
  await admissionEndpoint.warm(gateway('gw-8.gateway.comet'));
  await httpsAdmission([authority]).warm(gateway('gw-8.gateway.comet'));
  expect(responded).toBe(1);
  admissionEndpoint.forget();
});

test.each([
  [serverName, 1],
  ['gw-8.gateway.comet', 0],
])('stunnel reveals no gateway name, and OpenVPN connects through %s: %i', async (name, times) => {
  const local = await freePort();
  const file = join(folder, 'stunnel.conf');
  const server = { address: '127.0.0.1', port, serverName: name };
  await writeFile(file, stunnelFile(server, { port: local, caFile: join(folder, 'ca.pem') }));
  const stunnel = spawn('stunnel', [file], { stdio: 'ignore' });
  try {
    while (!(await listens(local, process.getuid?.() ?? 0))) await sleep(5);
    const reply = await fetch(`http://127.0.0.1:${local}/`).catch(() => null);
    expect(reply?.status).toBe(times === 1 ? 200 : undefined);
    expect(responded).toBe(times);
    expect(seen.length).toBeGreaterThan(500);
    expect(namesSomebody()).toBe(false);
  } finally {
    stunnel.kill();
    await once(stunnel, 'exit');
  }
});
