import { createHmac, timingSafeEqual } from 'node:crypto';

/** Faults of a signature, in the order of the checks. */
export const signatureFaults = ['missing', 'malformed', 'stale', 'future', 'wrong'] as const;

type SignatureFault = (typeof signatureFaults)[number];

/** Maximum clock skew between a signature and this server, in seconds, in both directions. A retried delivery is signed again. */
const maxSkewSeconds = 300;

/**
 * Verifies `Paddle-Signature: ts=…;h1=…` over the raw body: HMAC-SHA256 of `ts:body` (Paddle, "Verify webhook signatures"). Any `h1` may
 * match any of our secrets, since several are active during a rotation. Implemented here because the SDK accepts future times and checks
 * one `h1` only. Returns the fault, or null if the signature is valid.
 */
export function verifyPaddleSignature(
  header: string | undefined,
  body: Buffer,
  expected: { readonly secrets: readonly string[]; readonly now: number },
): SignatureFault | null {
  if (header === undefined || header === '') return 'missing';
  const parts = header.split(';').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [timestamp, ...others] = valuesOf('ts');
  if (timestamp === undefined || others.length > 0 || !/^[0-9]{1,12}$/.test(timestamp)) return 'malformed';
  const age = expected.now - Number(timestamp);
  if (Math.abs(age) > maxSkewSeconds) return age > 0 ? 'stale' : 'future';
  const given = valuesOf('h1')
    .filter((value) => /^[0-9a-f]{64}$/i.test(value))
    .slice(0, 10)
    .map((value) => Buffer.from(value, 'hex'));
  if (given.length === 0) return 'malformed';
  const isGenuine = expected.secrets.some((secret) => {
    const wanted = createHmac('sha256', secret).update(`${timestamp}:`).update(body).digest();
    return given.some((value) => timingSafeEqual(value, wanted));
  });
  return isGenuine ? null : 'wrong';
}
