import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newProofKey } from '@comet/admission';
import { ok } from '@comet/foundation';
import { connectNatsFeed, connectNatsUsage } from '@comet/gateway';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startNatsServers } from './nats-servers.ts';
import { trustAuthority } from './trust-authority.ts';

let folder: string;
const undo: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-nats-tls-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function start(faults?: Parameters<typeof startNatsServers>[2]) {
  const servers = await startNatsServers(join(folder, 'nats'), 1, faults);
  undo.push(() => servers.stop());
  return servers;
}

const gatewayId = '00000000-0000-4000-8000-000000000001';
/** A control plane whose credential no server accepts. */
const call = (() => Promise.resolve(ok({ jwt: 'invalid' }))) as never;

/** Why a gateway can use none of the servers, for its feed. */
async function refusalOf(server: string): Promise<string> {
  const opened = await connectNatsFeed([server], gatewayId, { call }).open(
    () => 0,
    new AbortController().signal,
  );
  return typeof opened === 'string' ? opened : 'opened';
}

test('gateways refuse servers of an authority that they do not trust', async () => {
  const { cluster, authorityFile } = await start();
  const url = cluster[0]?.url ?? '';
  expect(await refusalOf(url)).toMatch(
    /^The certificate of the NATS server is not signed by an authority that this machine trusts .*NODE_EXTRA_CA_CERTS/,
  );
  undo.push(await trustAuthority(authorityFile));
  // With trust, the server is reached, and refuses the credential.
  expect(await refusalOf(url)).toMatch(/authorization/i);
}, 60_000);

test('gateways refuse servers whose certificate is for another name', async () => {
  const { cluster, leaf, authorityFile } = await start({ certificateHost: 'other.example' });
  undo.push(await trustAuthority(authorityFile));
  const url = cluster[0]?.url ?? '';
  const fault = /^The certificate of the NATS server is for another host name .*ERR_TLS_CERT_ALTNAME_INVALID/;
  expect(await refusalOf(url)).toMatch(fault);
  const usage = connectNatsUsage([url], () => ({ gatewayId, credentialKey: newProofKey().privateKey }), {
    call,
  });
  undo.push(() => usage.close());
  const lease = { slice: gatewayId, usedBytes: 1, done: false };
  expect(await usage.send([lease])).toEqual({ kind: 'failed', reason: expect.stringMatching(fault) });
  // The leaf node refuses it, too.
  await vi.waitFor(
    () => expect(leaf.log()).toMatch(/certificate is valid for other\.example, not localhost/),
    {
      timeout: 20_000,
    },
  );
}, 60_000);

test('a leaf node refuses a cluster of an authority that it does not trust', async () => {
  const { leaf } = await start({ isLeafDistrustful: true });
  await vi.waitFor(() => expect(leaf.log()).toMatch(/certificate signed by unknown authority/), {
    timeout: 20_000,
  });
}, 60_000);

test('gateways send no credential to a server without TLS', async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('data', (data) => received.push(data.toString()));
    socket.on('error', () => undefined);
    const info = {
      server_id: 'X',
      version: '2.15.3',
      proto: 1,
      headers: true,
      max_payload: 1_048_576,
      nonce: 'abc',
    };
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
  });
  undo.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  expect(await refusalOf(`tls://localhost:${port}`)).toMatch(/does not support 'tls'/);
  expect(received).toEqual([]);
});
