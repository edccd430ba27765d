import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkExternalAddress } from '../../check/external-address.ts';
import { fakeStateFile } from '../../platform/files/state-file.fake.ts';
import type { State } from '../../tunnel/state.ts';
import { type DiagnosisParts, diagnosisCommandsOf } from './diagnosis-commands.ts';

const since = new Date('2026-11-21T10:00:00Z');
const down = { kind: 'disconnected', since, key: 'state-1', refusal: null } as const;

/** A host that returns the given address, and records requests. */
async function outside(address: string) {
  const calls: { method: unknown; url: unknown; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method, url, headers } = request;
      calls.push({ method, url, headers, body });
      response.end(JSON.stringify({ address }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { calls, port, url: new URL(`http://127.0.0.1:${port}/address`) };
}

test('returns the result of a check to the caller and, without a tunnel, stores it in `outside` only', async () => {
  const host = await outside('198.51.100.44');
  const file = fakeStateFile();
  let state: State = down;
  const parts: DiagnosisParts = {
    file,
    state: () => state,
    checkAddress: () => checkExternalAddress({ url: host.url, whoami: null, resolvConf: '/nonexistent' }),
    own: () => ['192.0.2.1'],
  };
  const { check } = diagnosisCommandsOf(parts);
  const before = file.current;
  expect(await check()).toMatchObject({
    value: { verdict: 'unprotected', exit: { ipv4: '198.51.100.44' } },
  });
  expect(file.current).toEqual({ ...before, outside: ['198.51.100.44'] });
  // Through a tunnel the check uses the stored address, and stores nothing.
  const kept = file.current;
  state = { ...down, kind: 'connected' } as unknown as State;
  expect(await check()).toMatchObject({ value: { verdict: 'leaking', leaks: ['ipv4'] } });
  expect(file.current).toBe(kept);
  // The request contains no body, cookie, program name or earlier result.
  const question = {
    ...{ method: 'GET', url: '/address', body: '' },
    headers: { host: `127.0.0.1:${host.port}`, connection: 'close' },
  };
  expect(host.calls).toEqual([question, question]);
});
