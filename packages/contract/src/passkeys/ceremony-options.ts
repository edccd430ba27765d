import * as z from 'zod/mini';
import { wire } from '../wire.ts';

const descriptor = wire({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** `PublicKeyCredentialCreationOptionsJSON` (WebAuthn §5.1.9). `timeout` is milliseconds. */
export const creationOptions = wire({
  challenge: z.string(),
  rp: wire({ id: z.string(), name: z.string() }),
  user: wire({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(wire({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The account's existing passkeys: an authenticator creates no second one. */
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: wire({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** `PublicKeyCredentialRequestOptionsJSON` (WebAuthn §5.1.10). Without `allowCredentials` the user chooses. */
export const requestOptions = wire({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
});
