import { createPublicKey } from 'node:crypto';

/** The key (SPKI, DER) in its Base64 form; null for what is no point of P-256. */
export function readProofKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'der', type: 'spki' });
    return asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
