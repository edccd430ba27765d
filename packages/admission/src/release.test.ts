import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRelease, isNewer, maxPackageBytes, releaseLifetime, signRelease } from './release.ts';
import { publishKey, readSigner, readVerifiers, signDocument } from './signed-document.ts';

const newSigner = () =>
  readSigner(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const signer = newSigner();
const verifiers = readVerifiers([publishKey(signer)]);
const now = 1_795_000_000;
const day = 24 * 3600;
const expected = { product: 'comet', platform: 'linux-amd64', channel: 'stable', version: '0.2.0', now };
const release = {
  ...{ product: 'comet', platform: 'linux-amd64', channel: 'stable', version: '0.3.0' },
  notes: 'Faster.\nSafer.',
  file: 'comet_0.3.0_amd64.deb',
  bytes: 47_000_000,
  sha256: 'a'.repeat(64),
  issued: now - day,
  expires: now + 60 * day,
};

test('reads a newer release and the installed one', () => {
  for (const version of ['0.3.0', '0.2.0', '0.2.1', '1.0.0'])
    expect(checkRelease(verifiers, signRelease(signer, { ...release, version }), expected)).toEqual({
      ok: true,
      value: { ...release, version },
    });
});

test.each([
  ['older', { version: '0.1.9' }],
  ['older', { version: '0.0.40' }],
  ['expired', { issued: now - 80 * day, expires: now - day }],
  ['expired', { expires: now - day + releaseLifetime + 1 }],
  ['not_yet_valid', { issued: now + day }],
  ['other_product', { product: 'comet-gateway' }],
  ['other_product', { platform: 'linux-arm64' }],
  ['other_product', { channel: 'beta' }],
  ['too_large', { bytes: maxPackageBytes + 1 }],
] as const)('refuses a release as %s: %j', (why, part) => {
  expect(checkRelease(verifiers, signRelease(signer, { ...release, ...part }), expected)).toEqual({
    ok: false,
    error: why,
  });
});

test.each([
  { file: '../comet_0.3.0_amd64.deb' },
  { file: 'https://elsewhere.example/comet_0.3.0_amd64.deb' },
  { version: '0.3.0-beta' },
  { version: '00.3.0' },
  { bytes: 0 },
  { sha256: 'A'.repeat(64) },
  { notes: undefined },
])('rejects signed content that is no release: %j', (part) => {
  const signed = signDocument('release', signer, { ...release, ...part });
  expect(checkRelease(verifiers, signed, expected)).toEqual({ ok: false, error: 'unreadable' });
});

test('rejects a release signed by another key or for another purpose', () => {
  for (const signed of [signRelease(newSigner(), release), signDocument('server-list', signer, release)])
    expect(checkRelease(verifiers, signed, expected)).toEqual({ ok: false, error: 'signature_wrong' });
});

test('rejects a release with any changed character', () => {
  const signed = signRelease(signer, release);
  fc.assert(
    fc.property(fc.nat(signed.length - 1), fc.constantFrom('a', 'B', '3', '-', '_', '.'), (at, letter) => {
      const changed = signed.slice(0, at) + letter + signed.slice(at + 1);
      const checked = checkRelease(verifiers, changed, expected);
      // The last letter of base64url has unused bits: an accepted document then has the same content.
      expect(checked.ok ? checked.value : null).toEqual(checked.ok ? release : null);
      if (at < signed.length - 90 && changed !== signed) expect(checked.ok).toBe(false);
    }),
  );
});

test('compares versions as numbers', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true);
  expect(isNewer('0.9.9', '0.10.0')).toBe(false);
  expect(isNewer('1.0.0', '1.0.0')).toBe(false);
});
