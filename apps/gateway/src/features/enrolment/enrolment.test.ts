import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { manualClock } from '@comet/foundation';
import { X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import type { ControlPlane, ControlPlaneFailure } from '../../platform/control-plane.ts';
import { enrol } from './enrol.ts';
import type { Identity } from './identity.ts';
import { keepCertificate, renewalTime } from './renew-certificate.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const certificate = await X509CertificateGenerator.createSelfSigned({
  name: 'CN=test',
  notBefore: new Date('2026-01-01'),
  notAfter: new Date('2026-01-31'),
  signingAlgorithm: algorithm,
  keys: await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']),
});
const chain = certificate.toString('pem');

type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ControlPlaneFailure };

/** A control plane that answers from a list and keeps what it was asked. */
function answering(...answers: readonly Answer[]) {
  const asked: unknown[] = [];
  const controlPlane = {
    call: (_endpoint: unknown, request: { body?: unknown }) => {
      asked.push(request.body);
      return Promise.resolve(answers[asked.length - 1]);
    },
    feed: () => {
      throw new Error('not asked for');
    },
  } as unknown as ControlPlane;
  return { asked, controlPlane };
}

const unreachable: Answer = { ok: false, error: { kind: 'unreachable', reason: 'no answer' } };
const place = { wireguardPort: 51_820, doorPort: 443, ipv4: '203.0.113.101', ipv6: null };

test('enrolling is tried until the control plane answers, each time with the same keys', async () => {
  const reply = { gatewayId: 'g', credential: 'c', certificateChain: chain, ticketKeys: [], feedKeys: [] };
  const { asked, controlPlane } = answering(unreachable, unreachable, { ok: true, value: reply });
  const waits: number[] = [];
  const enrolled = await enrol({
    controlPlane,
    token: 't',
    place,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    onWaiting: () => undefined,
  });
  expect(enrolled.ok && enrolled.value.identity.gatewayId).toBe('g');
  expect(new Set(asked.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(waits).toHaveLength(2);
  expect(JSON.stringify(asked)).not.toContain(enrolled.ok ? enrolled.value.identity.wireguardPrivateKey : '');
});

test('a refusal is not tried again', async () => {
  const { asked, controlPlane } = answering({ ok: false, error: { kind: 'refused', reason: 'used' } });
  const enrolled = await enrol({
    controlPlane,
    token: 't',
    place,
    sleep: () => Promise.resolve(),
    onWaiting: () => undefined,
  });
  expect(enrolled).toEqual({ ok: false, error: 'used' });
  expect(asked).toHaveLength(1);
});

test('a certificate is due after two thirds of its life', () => {
  expect(renewalTime(chain).toISOString().slice(0, 13)).toBe('2026-01-21T00');
});

test('the certificate is renewed when due and not before, with a new key, and a failure is tried again', async () => {
  const stop = new AbortController();
  const clock = manualClock(new Date('2026-01-20T23:30:00Z'));
  let identity: Identity = {
    version: 1,
    gatewayId: 'g',
    credential: 'c',
    wireguardPrivateKey: 'w',
    doorPrivateKey: 'old',
    certificateChain: chain,
  };
  const { asked, controlPlane } = answering(unreachable, { ok: true, value: { certificateChain: chain } });
  const askedAt: string[] = [];
  await keepCertificate(
    {
      controlPlane,
      clock,
      current: () => identity,
      replace: (renewed) => {
        identity = renewed;
        stop.abort();
        return Promise.resolve();
      },
      onFailure: (reason) => askedAt.push(reason),
      sleep: (milliseconds) => {
        expect(asked.length === 0 ? clock.now().getTime() < Date.parse('2026-01-21T00:00:00Z') : true).toBe(
          true,
        );
        clock.advance(milliseconds);
        return Promise.resolve();
      },
    },
    stop.signal,
  );
  expect(askedAt).toEqual(['no answer']);
  expect(identity.doorPrivateKey).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  expect(asked).toHaveLength(2);
});
