import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { manualClock } from '@comet/foundation';
import { Pkcs10CertificateRequest, X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import type { ControlPlane, ControlPlaneFailure } from '../../platform/control-plane/control-plane.ts';
import { enrol, type PendingEnrolment } from './enrol.ts';
import { keepCertificate, renewalTime, type Identity } from './renew-certificate.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const life = { notBefore: new Date('2026-01-01'), notAfter: new Date('2026-01-31') };
const keys = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
const certificate = await X509CertificateGenerator.createSelfSigned({
  ...{ name: 'CN=test', ...life, signingAlgorithm: algorithm, keys },
});
const chain = certificate.toString('pem');

/** Returns a valid certificate for a request. */
async function certify(certificateRequest: string): Promise<string> {
  const { publicKey } = new Pkcs10CertificateRequest(certificateRequest);
  const leaf = await X509CertificateGenerator.create({
    ...{ subject: 'CN=gateway', issuer: 'CN=test', ...life, publicKey },
    ...{ signingKey: keys.privateKey, signingAlgorithm: algorithm },
  });
  return leaf.toString('pem');
}

type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ControlPlaneFailure };

/** A control plane that responds from a list and records the requests. */
function respondWith(...responses: readonly (Reply | ((certificateRequest: string) => Promise<Reply>))[]) {
  const requests: unknown[] = [];
  const controlPlane = {
    call: (_endpoint: unknown, request: { body?: unknown }) => {
      requests.push(request.body);
      const response = responses[requests.length - 1];
      if (typeof response !== 'function') return Promise.resolve(response);
      return response((request.body as { certificateRequest: string }).certificateRequest);
    },
    feed: () => {
      throw new Error('unexpected call');
    },
  } as unknown as ControlPlane;
  return { requests, controlPlane };
}

const unreachable: Reply = { ok: false, error: { kind: 'unreachable', reason: 'no answer' } };
const place = { wireguardPort: 51_820, doorPort: 443, ipv4: '203.0.113.101', ipv6: null };

function pendingFile(content: PendingEnrolment | null = null) {
  const file = {
    content,
    read: () => Promise.resolve(file.content),
    write: (written: PendingEnrolment) => {
      file.content = written;
      return Promise.resolve();
    },
  };
  return file;
}

test('repeats the saved request after a restart, unless token or addresses have changed', async () => {
  const pending = pendingFile();
  const attempt = async (token: string, ipv4: string) => {
    const { requests, controlPlane } = respondWith(unreachable);
    const killed = new Error('the agent is killed');
    const sleep = () => Promise.reject(killed);
    const parts = { controlPlane, token, place: { ...place, ipv4 }, pending, sleep };
    await expect(enrol({ ...parts, onWaiting: () => undefined })).rejects.toBe(killed);
    const { wireguardPublicKey, certificateRequest } = requests[0] as Record<string, string>;
    const { publicKey } = new Pkcs10CertificateRequest(certificateRequest ?? '');
    return `${wireguardPublicKey} ${Buffer.from(publicKey.rawData).toString('base64')}`;
  };
  const first = await attempt('t', '203.0.113.101');
  expect(await attempt('t', '203.0.113.101')).toBe(first);
  const other = [await attempt('u', '203.0.113.101'), await attempt('u', '203.0.113.102')];
  expect(new Set([first, ...other]).size).toBe(3);
});

test('retries the enrolment with the same keys until the control plane responds', async () => {
  const { requests, controlPlane } = respondWith(unreachable, unreachable, async (request) => {
    const certificateChain = await certify(request);
    const reply = { gatewayId: 'g', credential: 'c', certificateChain, ticketKeys: [], feedKeys: [] };
    return { ok: true, value: reply };
  });
  const waits: number[] = [];
  const enrolled = await enrol({
    controlPlane,
    token: 't',
    place,
    pending: pendingFile(),
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    onWaiting: () => undefined,
  });
  expect(enrolled.ok && enrolled.value.identity.gatewayId).toBe('g');
  expect(new Set(requests.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(waits).toHaveLength(2);
  expect(JSON.stringify(requests)).not.toContain(
    enrolled.ok ? enrolled.value.identity.wireguardPrivateKey : '',
  );
});

test('does not retry a refusal', async () => {
  const { requests, controlPlane } = respondWith({ ok: false, error: { kind: 'refused', reason: 'used' } });
  const enrolled = await enrol({
    controlPlane,
    token: 't',
    place,
    pending: pendingFile(),
    sleep: () => Promise.resolve(),
    onWaiting: () => undefined,
  });
  expect(enrolled).toEqual({ ok: false, error: 'used' });
  expect(requests).toHaveLength(1);
});

test('rejects a certificate for another key, or an invalid one, before saving', async () => {
  for (const certificateChain of [chain, 'none', '', '-----BEGIN CERTIFICATE-----\n../../etc\n']) {
    const reply = { gatewayId: 'g', credential: 'c', certificateChain, ticketKeys: [], feedKeys: [] };
    const { controlPlane } = respondWith({ ok: true, value: reply });
    const quiet = { sleep: () => Promise.resolve(), onWaiting: () => undefined };
    const enrolled = await enrol({ controlPlane, token: 't', place, pending: pendingFile(), ...quiet });
    expect(enrolled.ok ? 'taken' : enrolled.error).toMatch(/^the control plane (signed|answered)/);
  }
});

test('renews a certificate after two thirds of its validity', () => {
  expect(renewalTime(chain).toISOString().slice(0, 13)).toBe('2026-01-21T00');
});

test('renews a due certificate with a new key, and retries after a failure', async () => {
  const stop = new AbortController();
  const clock = manualClock(new Date('2026-01-20T23:30:00Z'));
  let identity: Identity = {
    version: 1,
    gatewayId: 'g',
    credential: 'c',
    credentialKey: 'k',
    wireguardPrivateKey: 'w',
    admissionPrivateKey: 'old',
    certificateChain: chain,
  };
  const certified = async (request: string) => ({
    ok: true as const,
    value: { certificateChain: await certify(request) },
  });
  const { requests, controlPlane } = respondWith(
    unreachable,
    { ok: true, value: { certificateChain: chain } },
    certified,
    certified,
  );
  const disk = [new Error('no space left on device')];
  const failures: string[] = [];
  await keepCertificate(
    {
      controlPlane,
      clock,
      current: () => identity,
      replace: (renewed) => {
        const full = disk.pop();
        if (full !== undefined) return Promise.reject(full);
        identity = renewed;
        stop.abort();
        return Promise.resolve();
      },
      onFailure: (reason) => failures.push(reason),
      sleep: (milliseconds) => {
        expect(
          requests.length === 0 ? clock.now().getTime() < Date.parse('2026-01-21T00:00:00Z') : true,
        ).toBe(true);
        clock.advance(milliseconds);
        return Promise.resolve();
      },
    },
    stop.signal,
  );
  expect(failures).toEqual([
    'no answer',
    "the control plane signed another key than the admission endpoint's",
    'no space left on device',
  ]);
  expect(identity.admissionPrivateKey).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  expect(requests).toHaveLength(4);
});

test('renews an unbound credential at once, and only once if the control plane cannot bind it', async () => {
  const unbound: Identity = {
    ...{ version: 1, gatewayId: 'g', credential: 'c', credentialKey: null },
    ...{ wireguardPrivateKey: 'w', admissionPrivateKey: 'old', certificateChain: chain },
  };
  for (const credential of ['new', undefined]) {
    const stop = new AbortController();
    let identity = unbound;
    const { requests, controlPlane } = respondWith(async (request) => ({
      ok: true,
      value: { certificateChain: await certify(request), credential },
    }));
    await keepCertificate(
      {
        controlPlane,
        clock: manualClock(new Date('2026-01-02')),
        current: () => identity,
        replace(renewed) {
          identity = renewed;
          return Promise.resolve();
        },
        onFailure: (reason) => expect.unreachable(reason),
        sleep(milliseconds) {
          if (milliseconds === 3_600_000) stop.abort();
          return Promise.resolve();
        },
      },
      stop.signal,
    );
    expect(requests).toHaveLength(1);
    expect(identity.admissionPrivateKey).not.toBe('old');
    expect([identity.credential, identity.credentialKey]).toEqual(
      credential === undefined ? ['c', null] : ['new', identity.admissionPrivateKey],
    );
  }
});
