import { logInto } from '../../../test/log-into.ts';
import { silentLog } from '@comet/foundation/log';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { httpsApi } from './api.https.ts';
import { maxResponseLength, pinnedFetch } from '../admission/pinned-fetch.ts';

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function ask(
  reply: RequestListener,
  fetch = pinnedFetch(async ({ host, port }) => connect(port, host)),
  signal?: AbortSignal,
  certificateClock = { received: (_: string | null) => undefined, failed: (_: unknown) => undefined },
  log = silentLog,
) {
  server = createServer(reply).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = httpsApi({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pinned: fetch,
    accessToken: () => null,
    appIdentifier: () => 'machine',
    certificateClock,
    log,
  });
  return api.call('serverList', signal === undefined ? {} : { signal });
}

const unreachable = { ok: false, error: { kind: 'unreachable' } };
const list = (length: number) => JSON.stringify({ list: 'x'.repeat(length) });

test('accepts a response of a usual size', async () => {
  expect(await ask((_, response) => response.end(list(1_000_000)))).toMatchObject({ ok: true });
});

test('rejects a response that is too long, by our fetch and by the global one', async () => {
  const long: RequestListener = (_, response) => response.end(list(maxResponseLength));
  expect(await ask(long)).toEqual(unreachable);
  expect(await ask(long, { fetch: globalThis.fetch, forget: () => undefined })).toEqual(unreachable);
});

test('closes an endless response when it exceeds the limit', async () => {
  const endless: RequestListener = (_, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  };
  expect(await ask(endless)).toEqual(unreachable);
});

test('rejects a response that ends early', async () => {
  const broken: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('{"list":"', () => response.destroy());
  };
  expect(await ask(broken)).toEqual(unreachable);
});

test('records the dates of responses and the errors of calls as evidence about the clock', async () => {
  const seen: unknown[] = [];
  const certificateClock = {
    received: (date: string | null) => void seen.push(date),
    failed: (error: unknown) => void seen.push(error),
  };
  const date = 'Sun, 22 Nov 2026 08:00:00 GMT';
  const dated: RequestListener = (_, response) => response.setHeader('date', date).end(list(9));
  await ask(dated, undefined, undefined, certificateClock);
  const refusing: RequestListener = (_, response) => response.writeHead(401, { date }).end('{}');
  await ask(refusing, undefined, undefined, certificateClock);
  expect(seen).toEqual([date, date]);
  const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
  const strange = { fetch: () => Promise.reject(expired), forget: () => undefined };
  seen.length = 0;
  expect(await ask(dated, strange, undefined, certificateClock)).toEqual(unreachable);
  // A read is tried twice.
  expect(seen).toEqual([expired, expired]);
});

test('logs the fault of a certificate once until a call is answered', async () => {
  const lines: string[] = [];
  const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
  const failing = { fetch: () => Promise.reject(expired), forget: () => undefined };
  // A read is tried twice.
  await ask((_, response) => response.end(), failing, undefined, undefined, logInto(lines));
  expect(lines).toEqual([expect.stringContaining('The certificate of the API has expired')]);
});
