import { isWireguardKey } from '@comet/foundation';
import * as z from 'zod/mini';

const key = z.string().check(z.refine((text) => isWireguardKey(text)));

/** What makes this machine an exit. The private key was made here and never leaves this file. */
export const membershipFile = z.object({
  version: z.literal(1),
  exitId: z.uuid(),
  credential: z.string(),
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
