import 'reflect-metadata';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { signDpop } from '@comet/admission';
import { api, type Endpoint, grantKinds, type RequestOf } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import { gatewaysCommand, makeEnrolmentToken, sweepGateways } from '../../src/features/gateways/index.ts';
import { type ApiUnderTest, makeGateway, newWireguardKey, startApi } from '../fixture/api-fixture.ts';
import { metricOf } from '../http/metric-of.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const dayMs = 24 * 3_600_000;
const health = { body: { version: '1', peers: 0, loadPercent: 0 } };

async function newKey(): Promise<{ key: KeyObject; certificateRequest: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    ...{ name: 'CN=gateway', keys, signingAlgorithm: algorithm },
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    certificateRequest: request.toString('pem'),
  };
}

interface Bound {
  readonly id: string;
  readonly token: string;
  readonly key: KeyObject;
}

async function enrolBound(): Promise<Bound> {
  const { key, certificateRequest } = await newKey();
  const enrolled = await under.call(api.enrolGateway, {
    body: {
      token: (await makeEnrolmentToken({ ...under.dependencies, operator: 'olga' }, 'nl-ams')) ?? '',
      ...{ wireguardPublicKey: newWireguardKey(), wireguardPort: 51820, doorPort: 443 },
      ...{ ipv4: '203.0.113.9', ipv6: null, certificateRequest, dpop: true },
    },
  });
  const { gateway_id: id, credential: token } = enrolled.json as { gateway_id: string; credential: string };
  return { id, token, key };
}

const proofOf = (
  { key, token }: Pick<Bound, 'key' | 'token'>,
  endpoint: Endpoint,
  bent: {
    readonly method?: string;
    readonly path?: string;
    readonly token?: string;
    readonly seconds?: number;
  } = {},
) => {
  const { method, path } = { method: endpoint.method, path: endpoint.path, ...bent };
  const at = unixSeconds(under.clock.now()) + (bent.seconds ?? 0);
  return signDpop(key, { method, path, token: bent.token ?? token }, at);
};

async function statusOf<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  gateway: Pick<Bound, 'key' | 'token'>,
  headers: Readonly<Record<string, string>> = { dpop: proofOf(gateway, endpoint) },
): Promise<number> {
  return (await under.call(endpoint, request, { token: gateway.token }, headers)).status;
}

test('a bound credential requires a fresh proof of the key for each call', async () => {
  const gateway = await enrolBound();
  expect(await statusOf(api.reportHealth, health, gateway, {})).toBe(401);
  expect(await statusOf(api.reportHealth, health, gateway)).toBe(204);
  expect(await statusOf(api.showOwnNetworks, { query: {} }, gateway)).toBe(200);
  const feed = await fetch(`${under.baseUrl}${api.followFeed.path}?cursor=0`, {
    headers: { authorization: `Bearer ${gateway.token}` },
  });
  expect(feed.status).toBe(401);
});

test('accepts a proof for the feed’s URL without its query', async () => {
  const gateway = await enrolBound();
  const stop = new AbortController();
  const feed = await fetch(`${under.baseUrl}${api.followFeed.path}?cursor=0`, {
    headers: { authorization: `Bearer ${gateway.token}`, dpop: proofOf(gateway, api.followFeed) },
    signal: stop.signal,
  });
  expect(feed.status).toBe(200);
  stop.abort();
});

test.each([
  ['of another key', async (one: Bound) => proofOf({ ...one, key: (await newKey()).key }, api.reportHealth)],
  ['for another path', (one: Bound) => proofOf(one, api.reportHealth, { path: api.followFeed.path })],
  ['for another method', (one: Bound) => proofOf(one, api.reportHealth, { method: 'GET' })],
  ['for another credential', (one: Bound) => proofOf(one, api.reportHealth, { token: 'another' })],
  ['from three minutes ago', (one: Bound) => proofOf(one, api.reportHealth, { seconds: -180 })],
  ['dated three minutes ahead', (one: Bound) => proofOf(one, api.reportHealth, { seconds: 180 })],
  ['that is truncated', (one: Bound) => proofOf(one, api.reportHealth).slice(0, -3)],
  ['that is too long', (one: Bound) => `${proofOf(one, api.reportHealth)}${'A'.repeat(3_000)}`],
  ['that is empty', () => ''],
  [
    'without a signature (RFC 8725 §3.1)',
    (one: Bound) => {
      const [, body] = proofOf(one, api.reportHealth).split('.');
      const head = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none' })).toString('base64url');
      return `${head}.${body}.`;
    },
  ],
])('refuses a proof %s', async (_, make) => {
  const gateway = await enrolBound();
  expect(await statusOf(api.reportHealth, health, gateway, { dpop: await make(gateway) })).toBe(401);
  expect(await statusOf(api.reportHealth, health, gateway)).toBe(204);
});

test('accepts a proof once, also with concurrent requests', async () => {
  const gateway = await enrolBound();
  const dpop = proofOf(gateway, api.reportHealth);
  const statuses = await Promise.all(
    Array.from({ length: 8 }, () => statusOf(api.reportHealth, health, gateway, { dpop })),
  );
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(7);
  // After the deletion of its record, the proof is expired.
  under.clock.advance(241_000);
  await sweepGateways(under.dependencies);
  expect(await statusOf(api.reportHealth, health, gateway, { dpop })).toBe(401);
});

async function renew(
  gateway: Pick<Bound, 'key' | 'token' | 'id'>,
  headers?: Record<string, string>,
): Promise<Bound> {
  const { key, certificateRequest } = await newKey();
  const dpop = headers ?? { dpop: proofOf(gateway, api.renewCertificate) };
  const renewed = await under.call(
    api.renewCertificate,
    { body: { certificateRequest } },
    { token: gateway.token },
    dpop,
  );
  return { id: gateway.id, token: (renewed.json as { credential: string }).credential, key };
}

test('a renewal gives a new credential; the previous one is valid until its first use, and an unused one is replaced', async () => {
  const first = await enrolBound();
  const lost = await renew(first);
  const second = await renew(first);
  expect(await statusOf(api.reportHealth, health, lost)).toBe(401);
  expect(await statusOf(api.reportHealth, health, first)).toBe(204);
  expect(
    await Promise.all(Array.from({ length: 4 }, () => statusOf(api.reportHealth, health, second))),
  ).toEqual([204, 204, 204, 204]);
  expect(await statusOf(api.reportHealth, health, first)).toBe(401);
  expect(await statusOf(api.reportHealth, health, { ...second, key: first.key })).toBe(401);
});

test('closes a feed when its credential is rotated', async () => {
  const old = await makeGateway(under);
  const stop = new AbortController();
  let lines = 0;
  const following = (async () => {
    const from = { gatewayId: old.id, cursor: 0, kinds: grantKinds, takesAccounts: true };
    for await (const _ of followFeed({ ...under.dependencies, heartbeatMs: 50 }, from, stop.signal))
      lines += 1;
  })();
  await expect.poll(() => lines).toBeGreaterThan(2);
  const bound = await renew({ ...old, key: (await newKey()).key }, {});
  expect(await statusOf(api.reportHealth, health, bound)).toBe(204);
  under.clock.advance(1_000);
  await following;
});

test('a gateway enrolled before proofs existed continues, and is bound by its next renewal', async () => {
  const old = await makeGateway(under);
  const listed = async () =>
    (await gatewaysCommand({ ...under.dependencies, operator: 'test' }, ['list']))
      .split('\n')
      .find((line) => line.startsWith(old.id));
  expect(await listed()).toContain('unbound');
  const bound = await renew({ ...old, key: (await newKey()).key }, {});
  expect((await under.call(api.reportHealth, health, old)).status).toBe(204);
  expect(await statusOf(api.reportHealth, health, bound, {})).toBe(401);
  expect(await statusOf(api.reportHealth, health, bound)).toBe(204);
  expect((await under.call(api.reportHealth, health, old)).status).toBe(401);
  expect(await listed()).not.toContain('unbound');
});

test('a bound credential expires after ninety days unless it is renewed', async () => {
  const [silent, kept] = [await enrolBound(), await enrolBound()];
  under.clock.advance(60 * dayMs);
  const renewed = await renew(kept);
  expect(await statusOf(api.reportHealth, health, renewed)).toBe(204);
  under.clock.advance(30 * dayMs);
  expect(await statusOf(api.reportHealth, health, silent)).toBe(401);
  expect(await statusOf(api.reportHealth, health, renewed)).toBe(204);
});

const alerts = (reason: string) =>
  metricOf(under, `comet_api_gateway_credential_alerts_total{reason="${reason}"}`);

test('counts and lists a use from another address once, and a use without a proof', async () => {
  const gateway = await enrolBound();
  const callFrom = (source: string) =>
    statusOf(api.reportHealth, health, gateway, {
      dpop: proofOf(gateway, api.reportHealth),
      'x-forwarded-for': source,
    });
  const before = await alerts('new_address');
  await callFrom('198.51.100.1');
  await callFrom('198.51.100.1');
  expect(await alerts('new_address')).toBe(before);
  await Promise.all([callFrom('192.0.2.77'), callFrom('192.0.2.77'), callFrom('192.0.2.77')]);
  expect(await alerts('new_address')).toBe(before + 1);
  await callFrom('198.51.100.1');
  expect(await alerts('new_address')).toBe(before + 1);
  expect(await gatewaysCommand({ ...under.dependencies, operator: 'test' }, ['list'])).toContain(
    '198.51.100.1, 192.0.2.77',
  );
  const missing = await alerts('proof_missing');
  await statusOf(api.reportHealth, health, gateway, {});
  expect(await alerts('proof_missing')).toBe(missing + 1);
});
