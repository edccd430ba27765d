import * as z from 'zod/mini';

const publishedKey = z.object({ kid: z.string(), publicKey: z.string() });

/** What the control plane has told this gateway, as it is kept for a restart. No customer is in it, only revocations. */
export const feedFile = z.object({
  version: z.literal(1),
  cursor: z.int(),
  /** Unix seconds: when the last genuine line came. */
  heardAt: z.int(),
  revocations: z.array(z.object({ sub: z.string(), slot: z.nullable(z.int()), notBefore: z.int() })),
  ticketKeys: z.array(publishedKey),
  feedKeys: z.array(publishedKey),
});

export type FeedFile = z.output<typeof feedFile>;

/** The file of a gateway that was enrolled at `now` (unix seconds) and has heard nothing else yet. */
export function newFeedFile(keys: Pick<FeedFile, 'ticketKeys' | 'feedKeys'>, now: number): FeedFile {
  return { version: 1, cursor: 0, heardAt: now, revocations: [], ...keys };
}
