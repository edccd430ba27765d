import type { BoundCredential } from '@comet/admission';
import { isWireguardKey } from '@comet/foundation';
import * as z from 'zod/mini';

const key = z.string().check(z.refine((text) => isWireguardKey(text)));

/** What makes this machine an exit. The private keys were made here and never leave this file. */
export const membershipFile = z.object({
  version: z.literal(1),
  exitId: z.uuid(),
  credential: z.string(),
  /** PKCS#8 as PEM: the key that the credential is bound to; null where the exit joined before there were proofs. */
  credentialKey: z._default(z.nullable(z.string()), null),
  credentialExpiresAt: z._default(z.nullable(z.iso.datetime()), null),
  wireguardPrivateKey: key,
  /** What its owner agreed to, and when. */
  consent: z.object({ version: z.int(), name: z.string(), at: z.iso.datetime() }),
});

/** The ticket in hand: with it this exit comes back to its gateway while the control plane is away. */
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

export type Membership = z.output<typeof membershipFile>;
export type HeldTicket = z.output<typeof ticketFile>;

/** What this exit presents to the control plane; null before it has joined. */
export function credentialOf(membership: Membership | null): BoundCredential | null {
  return membership === null ? null : { token: membership.credential, key: membership.credentialKey };
}
