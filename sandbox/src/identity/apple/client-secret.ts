import { createPublicKey, verify } from 'node:crypto';

/** Registration of the app at Apple. */
export interface AppleApp {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** Public key of the app, PEM. */
  readonly publicKey: string;
  readonly redirectUri: string;
}

const SIX_MONTHS_SECONDS = 15_777_000;

/**
 * Returns whether a client secret is the JWT that Apple requires: signed with ES256 by the app's key, issued by its team for this app and
 * issuer, and valid for at most six months.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function isClientSecret(secret: string, app: AppleApp, issuer: string, now: Date): boolean {
  const [header = '', payload = '', signature = ''] = secret.split('.');
  const head = parse(header);
  const claims = parse(payload);
  const seconds = now.getTime() / 1000;
  const { iat, exp } = claims;
  return (
    head['alg'] === 'ES256' &&
    head['kid'] === app.keyId &&
    claims['iss'] === app.teamId &&
    claims['sub'] === app.clientId &&
    claims['aud'] === issuer &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= seconds + 60 &&
    exp > seconds &&
    exp <= seconds + SIX_MONTHS_SECONDS &&
    verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: createPublicKey(app.publicKey), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}

function parse(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
