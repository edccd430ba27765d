import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

/**
 * The change feed: an endless reply of lines, each a document signed in the feed domain (`@comet/admission`) whose
 * payload is a `FeedMessage`. `cursor` is the last one applied, 0 for none; a cursor too old is answered by a snapshot.
 */
export const followFeed = endpoint({
  method: 'GET',
  path: '/api/v1/gateways/current/feed',
  summary: 'Follow the changes that concern this gateway',
  tag: 'Gateways',
  caller: 'gateway',
  query: wire({ cursor: z.string().check(z.regex(/^\d{1,18}$/)) }),
  stream: true,
  status: 200,
  errors: [],
});

/** Sessions of `sub` (of one `slot`, or of all when null) whose ticket was issued before `notBefore` end now. */
export const revocation = wire({ sub: z.string(), slot: z.nullable(z.int()), notBefore: z.int() });

export const feedMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    gateway: z.string(),
    cursor: z.int(),
    revocations: z.array(revocation),
  }),
  z.object({ type: z.literal('revoke'), gateway: z.string(), cursor: z.int(), revocation }),
  z.object({
    type: z.literal('keys'),
    gateway: z.string(),
    ticketKeys: z.array(z.object({ kid: z.string(), publicKey: z.string() })),
    feedKeys: z.array(z.object({ kid: z.string(), publicKey: z.string() })),
  }),
  /** Sent every 10 s. `digest` covers all live revocations (see `revocationDigest`), so that drift is noticed. */
  z.object({ type: z.literal('heartbeat'), gateway: z.string(), cursor: z.int(), digest: z.string() }),
]);

export type FeedMessage = z.output<typeof feedMessage>;
export type Revocation = z.output<typeof revocation>;

/** The text over which both ends hash their set of revocations (SHA-256): one line each, sorted. */
export function revocationLines(revocations: Iterable<Revocation>): string {
  return [...revocations]
    .map(({ sub, slot, notBefore }) => `${sub} ${slot ?? '*'} ${notBefore}`)
    .sort()
    .join('\n');
}
