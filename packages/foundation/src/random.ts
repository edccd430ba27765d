import { toBase64url } from './base64url.ts';

/** An unguessable text of `bytes` random bytes (32 unless told), safe in URLs and headers. */
export function randomToken(bytes = 32): string {
  return toBase64url(globalThis.crypto.getRandomValues(new Uint8Array(bytes)));
}
