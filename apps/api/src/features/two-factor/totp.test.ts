import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { createSealer } from '../../platform/keys/seal.ts';
import { newSecret, openSecret, otpauthUri, sealSecret, stepOf } from './totp.ts';

/** The secret of RFC 6238, Appendix B, and its codes for SHA-1, cut to the last six of their eight digits. */
const secret = Secret.fromUTF8('12345678901234567890').base32;
const vectors = [
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
] as const;
const at = (seconds: number) => new Date(seconds * 1000);

test.each(vectors)('at %i seconds the code of RFC 6238 is %s, of step %i', (seconds, code, step) => {
  expect(stepOf(code, secret, at(seconds))).toBe(step);
});

test('a code is valid in its own step, with the clock one step off, and not two steps off', () => {
  const [seconds, code, step] = vectors[3];
  expect(stepOf(code, secret, at(seconds - 30))).toBe(step);
  expect(stepOf(code, secret, at(seconds + 30))).toBe(step);
  expect(stepOf(code, secret, at(seconds - 60))).toBeNull();
  expect(stepOf(code, secret, at(seconds + 60))).toBeNull();
});

test('a secret has 160 random bits, and its URI names the account', () => {
  const fresh = newSecret();
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(fresh);
  const uri = new URL(otpauthUri(fresh, 'ada+vpn@example.com'));
  expect(decodeURIComponent(uri.pathname)).toContain('Comet VPN:ada+vpn@example.com');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: fresh,
    issuer: 'Comet VPN',
    digits: '6',
    period: '30',
  });
});

test('decrypts a secret only for its owner', () => {
  const sealer = createSealer(new Uint8Array(32).fill(1));
  const sealed = sealSecret(sealer, 'ada', 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(openSecret(sealer, 'ada', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => openSecret(sealer, 'bob', sealed)).toThrow('not that of its account');
});
