import { Secret, TOTP } from 'otpauth';
import type { Sealer } from '../../platform/keys/seal.ts';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const parameters = { issuer: 'Comet VPN', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;

/** A new secret in base32. 160 bits, as RFC 4226 §4 recommends. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The URI that authenticator apps read from a QR code. https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri(secret: string, email: string): string {
  return new TOTP({ ...parameters, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the time step of a code: the current one or a neighbour, for clock skew. Null when it matches none of the three. */
export function stepOf(code: string, secret: string, now: Date): number | null {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** The owner is sealed with it, so that a secret is invalid in another account's row. */
interface Contents {
  readonly userId: string;
  readonly secret: string;
}

/** Encrypts a base32 TOTP secret together with its owner's id: in another account's row it is invalid. */
export function sealSecret(sealer: Sealer, userId: string, secret: string): string {
  return sealer.seal({ userId, secret } satisfies Contents);
}

/** Throws for a value that was not sealed for this account. */
export function openSecret(sealer: Sealer, userId: string, sealed: string): string {
  const contents = sealer.open(sealed) as Contents;
  if (contents.userId !== userId) throw new Error('A second factor is not that of its account');
  return contents.secret;
}
