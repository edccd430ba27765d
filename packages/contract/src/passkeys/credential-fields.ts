import * as z from 'zod/mini';
import { wire } from '../wire.ts';

/** Bytes as base64url without padding, up to `maxBytes` of them. */
const bytes = (maxBytes: number) =>
  z.string().check(z.minLength(1), z.maxLength(Math.ceil((maxBytes * 4) / 3)), z.regex(/^[A-Za-z0-9_-]+$/));

/** WebAuthn §4: a credential id has at most 1023 bytes. */
const credentialId = bytes(1023);
const clientDataJson = bytes(4096);

/** The browser's response to the creation of a passkey (WebAuthn §5.2.1). Attestation is neither requested nor verified. */
export const newCredential = wire({
  credentialId,
  clientDataJson,
  attestationObject: bytes(16_384),
  /** How the authenticator is reached, in the browser's terms: `internal`, `hybrid`, `usb`, … */
  transports: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
});

/** The browser's response to the use of a passkey (WebAuthn §5.2.2). */
export const assertion = wire({
  credentialId,
  clientDataJson,
  authenticatorData: bytes(4096),
  signature: bytes(4096),
  /** The user handle that the authenticator stores; absent where the request listed the allowed passkeys. */
  userHandle: z.optional(bytes(64)),
});
