import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { systemClock } from '@comet/foundation';
import { freePort } from '@comet/testing';
import { afterEach, expect, test } from 'vitest';
import { connectControlPlane } from './control-plane.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

/** Starts a control plane whose responses are written by `reply`. */
async function respondedBy(reply: (response: ServerResponse) => void) {
  server = createServer((request, response) => {
    request.resume();
    reply(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return connectControlPlane(
    `http://127.0.0.1:${port}`,
    () => ({ token: 'credential', key: null }),
    systemClock,
  );
}

async function read(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

const renewal = { body: { certificateRequest: 'r' } };
/** Writes until the reader stops, and returns the number of bytes. */
function pour(response: ServerResponse, done: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024, 97);
  let bytes = 0;
  const more = () => {
    while (!response.destroyed && response.write(chunk)) bytes += chunk.length;
  };
  response.on('drain', more);
  response.on('close', () => done(bytes));
  more();
}

test('rejects an endless line of the feed, and an endless response', async () => {
  const poured: number[] = [];
  const endless = await respondedBy((response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    pour(response, (bytes) => poured.push(bytes));
  });
  await expect(read(endless.feed(0, new AbortController().signal))).rejects.toThrow('too long');
  const reply = await endless.call(api.renewCertificate, renewal);
  expect(reply).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  await expect.poll(() => poured.length).toBe(2);
  expect(Math.max(...poured)).toBeLessThan(64 * 1024 * 1024);
});

test('a broken stream yields no partial line', async () => {
  const cut = await respondedBy((response) => {
    response.writeHead(200);
    response.write('first\nsecond\nthi', () => response.destroy());
  });
  const found: string[] = [];
  const reading = (async () => {
    for await (const line of cut.feed(0, new AbortController().signal)) found.push(line);
  })();
  await expect(reading).rejects.toThrow('terminated');
  expect(found).toEqual(['first', 'second']);
});

test('a half-open stream ends on abort', async () => {
  const silent = await respondedBy((response) => response.writeHead(200).write('{"half":'));
  const stop = new AbortController();
  const reading = read(silent.feed(0, stop.signal));
  stop.abort(new Error('nothing came for too long'));
  await expect(reading).rejects.toThrow('nothing came for too long');
});

test('rejects a response of another shape', async () => {
  const bodies = [
    '',
    'null',
    '[]',
    '{"certificate_chain":7}',
    '{"certificate_chain":',
    '<html>',
    '{"__proto__":{}}',
  ];
  for (const body of bodies) {
    const odd = await respondedBy((response) => response.writeHead(201).end(body));
    expect(await odd.call(api.renewCertificate, renewal)).toMatchObject({ ok: false });
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  await respondedBy((response) => response.end());
});

test('reports an untrusted authority of the API, with the fix', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost`;
  execFileSync('openssl', [...args.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  server = createTlsServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.address() as AddressInfo).port;
  const closed = connectControlPlane(`https://127.0.0.1:${port}`, () => null, systemClock);
  const reason = expect.stringMatching(
    /not signed by an authority .*DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/,
  );
  expect(await closed.call(api.renewCertificate, renewal)).toEqual({
    ok: false,
    error: { kind: 'unreachable', reason },
  });
  await expect(read(closed.feed(0, new AbortController().signal))).rejects.toThrow('NODE_EXTRA_CA_CERTS');
  await rm(folder, { recursive: true });
});

test('reports an unreachable API with the system error code', async () => {
  const gone = connectControlPlane(`http://127.0.0.1:${await freePort()}`, () => null, systemClock);
  expect(await gone.call(api.renewCertificate, renewal)).toMatchObject({
    error: { kind: 'unreachable', reason: 'Unable to connect to the API (ECONNREFUSED)' },
  });
  await respondedBy((response) => response.end());
});
