import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, instant, ownWireguardKey, proofKey, token } from '../fields.ts';
import { wire } from '../wire.ts';

/**
 * Version of the consent text, increased with every change of its meaning. Earlier consents keep their
 * version.
 */
export const exitConsentVersion = 1;

/** A person's or a network's name: one line of at most 80 characters. */
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u));

export const enrolExit = endpoint({
  method: 'POST',
  path: '/api/v1/exits',
  summary:
    'Enrol a machine on a residential line as an exit, by an invitation and with the consent of its owner',
  tag: 'Exits',
  caller: 'anyone',
  body: wire({
    token,
    wireguardPublicKey: ownWireguardKey,
    /** The key that the credential is bound to: each call includes a DPoP proof of it. Absent in requests of older agents. */
    proofKey: z.optional(proofKey),
    /** The owner's name for the line. */
    network: z.optional(name),
    /** Version of the accepted text, and the name of the person who accepted it. The server records the time. */
    consent: wire({ version: z.int().check(z.minimum(1)), name }),
  }),
  /** `expiresAt` of a credential that is bound to a key; see `renewExitCredential`. */
  reply: wire({ exitId: id, credential: token, expiresAt: z.optional(instant) }),
  status: 201,
  errors: ['invitation_invalid', 'consent_outdated', 'wireguard_key_taken', 'proof_key_invalid'],
  limit: { calls: 30, seconds: 600 },
});
