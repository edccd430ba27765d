import { grant, openvpnSecrets } from '@comet/contract';
import * as z from 'zod/mini';

const publishedKey = z.object({ kid: z.string(), publicKey: z.string() });

/**
 * The feed's state, saved for a restart. It names no customer, only pseudonyms: revocations, and the admitted keys and hashed credentials.
 * A file of an earlier version lacks later fields, which the next snapshot fills.
 */
export const feedFile = z.object({
  version: z.literal(1),
  cursor: z.int(),
  /** Unix seconds: when the control plane signed the last heartbeat. */
  receivedAt: z.int(),
  revocations: z.array(z.object({ sub: z.string(), slot: z.nullable(z.int()), notBefore: z.int() })),
  grants: z._default(z.array(grant), []),
  /** 0 before the first document about keys. */
  keysVersion: z._default(z.int(), 0),
  ticketKeys: z.array(publishedKey),
  feedKeys: z.array(publishedKey),
  openvpn: z._default(z.nullable(openvpnSecrets), null),
});

export type FeedFile = z.output<typeof feedFile>;

/** Returns the file of a gateway enrolled at `now` (unix seconds), before the first line of the feed. */
export function newFeedFile(keys: Pick<FeedFile, 'ticketKeys' | 'feedKeys'>, now: number): FeedFile {
  const nothing = { revocations: [], grants: [], keysVersion: 0, openvpn: null };
  return { version: 1, cursor: 0, receivedAt: now, ...nothing, ...keys };
}
