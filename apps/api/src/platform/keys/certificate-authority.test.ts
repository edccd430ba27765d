import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { expect, test } from 'vitest';
import { makeAuthority, openAuthority } from './certificate-authority.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const name = 'gw-1.gateway.comet';

async function requestFor(algorithm: { name: string; namedCurve: string }): Promise<string> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=google.com',
    keys,
    signingAlgorithm: { ...algorithm, hash: 'SHA-256' },
  });
  return request.toString('pem');
}

const p256 = { name: 'ECDSA', namedCurve: 'P-256' };
const pems = Promise.all([makeAuthority(now), makeAuthority(now)]);
const authority = pems.then(([current, next]) => openAuthority({ current, next }));

test('the current authority signs a leaf certificate for the given name and thirty days', async () => {
  const ca = await authority;
  const issued = await ca.issue(await requestFor(p256), name, now);
  const [leaf, issuer] = (issued.ok ? issued.value : '')
    .split(/(?<=-----END CERTIFICATE-----)\n/)
    .filter((pem) => pem.trim() !== '')
    .map((pem) => new X509Certificate(pem));
  expect(leaf?.subjectAltName).toBe(`DNS:${name}`);
  expect(leaf?.checkHost('google.com')).toBeUndefined();
  expect(leaf?.ca).toBe(false);
  expect(issuer?.ca).toBe(true);
  expect(leaf?.verify(new X509Certificate(ca.certificates[0] ?? '').publicKey)).toBe(true);
  expect(Date.parse(leaf?.validTo ?? '') - now.getTime()).toBe(30 * 24 * 3600 * 1000);
});

test('issues nothing without a proof of a P-256 key', async () => {
  const ca = await authority;
  const other = await requestFor({ name: 'ECDSA', namedCurve: 'P-384' });
  const genuine = await requestFor(p256);
  const der = Buffer.from(genuine.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`;
  for (const request of [other, forged, 'not a request', '']) {
    expect(await ca.issue(request, name, now)).toEqual({ ok: false, error: 'certificate_request_invalid' });
  }
});

test('publishes two authorities to clients, the current one first', async () => {
  const ca = await authority;
  expect(ca.certificates).toHaveLength(2);
  expect(new Set(ca.certificates).size).toBe(2);
});
