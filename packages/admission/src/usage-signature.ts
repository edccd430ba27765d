import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { fromBase64url } from '@comet/foundation';

/** Separates the signature from others of the same key, such as DPoP proofs. */
const purpose = Buffer.from('comet-usage-report-v1\n');

const signed = (report: Uint8Array): Buffer => Buffer.concat([purpose, report]);

/** Returns the signature of a usage report with the key of the gateway's credential: ECDSA P-256 with SHA-256 (RFC 7518 §3.4), base64url. */
export function signUsageReport(key: KeyObject, report: Uint8Array): string {
  return sign('sha256', signed(report), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

/** Returns whether the holder of `publicKey` (SPKI, DER) has signed these bytes as a usage report. */
export function isUsageReportOf(publicKey: Buffer, report: Uint8Array, signature: string): boolean {
  const mark = fromBase64url(signature);
  if (mark?.length !== 64) return false;
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  return verify('sha256', signed(report), { key, dsaEncoding: 'ieee-p1363' }, mark);
}
