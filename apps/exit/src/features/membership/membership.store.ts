import type { BoundCredential } from '@comet/admission';
import { isWireguardKey } from '@comet/foundation';
import * as z from 'zod/mini';

const key = z.string().check(z.refine((text) => isWireguardKey(text)));

/** The identity of this exit. The private keys were generated here and never leave this file. */
export const membershipFile = z.object({
  version: z.literal(1),
  exitId: z.uuid(),
  credential: z.string(),
  /** PKCS#8 as PEM: the key that the credential is bound to; null if the exit joined before proofs of possession existed. */
  credentialKey: z._default(z.nullable(z.string()), null),
  credentialExpiresAt: z._default(z.nullable(z.iso.datetime()), null),
  wireguardPrivateKey: key,
  /** The text that the owner agreed to, and the time. */
  consent: z.object({ version: z.int(), name: z.string(), at: z.iso.datetime() }),
});

/** The current ticket: with it this exit reconnects to its gateway while the control plane is unreachable. */
export const ticketFile = z.object({
  version: z.literal(1),
  ticket: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  gateway: z.object({
    serverName: z.string(),
    ipv4: z.ipv4(),
    doorPort: z.int(),
    wireguardPublicKey: key,
  }),
  certificateAuthorities: z.array(z.string()),
});

/** A request to join that has no response yet, with its private keys: only an equal request may use the invitation again. */
export const pendingJoinFile = z.object({
  version: z.literal(1),
  request: z.object({
    token: z.string(),
    wireguardPublicKey: key,
    /** SPKI (DER) as Base64. */
    proofKey: z.string(),
    network: z.optional(z.string()),
    consent: z.object({ version: z.int(), name: z.string() }),
  }),
  wireguardPrivateKey: key,
  /** PKCS#8 as PEM. */
  proofPrivateKey: z.string(),
  consentedAt: z.iso.datetime(),
});

export type PendingJoin = z.output<typeof pendingJoinFile>;
export type Membership = z.output<typeof membershipFile>;
export type HeldTicket = z.output<typeof ticketFile>;

/** The credential that this exit presents to the control plane; null before it has joined. */
export function credentialOf(membership: Membership | null): BoundCredential | null {
  return membership === null ? null : { token: membership.credential, key: membership.credentialKey };
}
