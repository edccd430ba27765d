/** Returns `bytes` random bytes (default 32) as base64url, safe in URLs and headers. */
export function randomToken(bytes = 32): string {
  return toBase64url(globalThis.crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Base64 with the URL-safe alphabet and no padding (RFC 4648 §5), in browsers and Node. */
export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the bytes of a base64url text, or null if it contains other characters. */
export function fromBase64url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  // A loop, since `Uint8Array.from` with a function takes fifty milliseconds for a quarter of a megabyte.
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
