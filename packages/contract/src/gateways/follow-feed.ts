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
  /**
   * Sent every 10 s, so that drift is noticed. `digest` is the SHA-256, as base64url, of `revocationLines(all, since)` after the
   * change `cursor`; revocations older than `since` (unix seconds) bear on no ticket that could still be used and may be forgotten.
   */
  z.object({
    type: z.literal('heartbeat'),
    gateway: z.string(),
    cursor: z.int(),
    since: z.int(),
    digest: z.string(),
  }),
]);

export type FeedMessage = z.output<typeof feedMessage>;
export type Revocation = z.output<typeof revocation>;

/**
 * The text over which both ends hash their set of revocations: one line each, sorted. Of one `sub` and `slot` only the latest
 * counts, and none from before `since`, so that it does not matter when an end forgets what is superseded or past.
 */
export function revocationLines(revocations: Iterable<Revocation>, since = 0): string {
  const latest = new Map<string, number>();
  for (const { sub, slot, notBefore } of revocations) {
    const whose = `${sub} ${slot ?? '*'}`;
    if (notBefore >= since) latest.set(whose, Math.max(notBefore, latest.get(whose) ?? 0));
  }
  return [...latest]
    .map(([whose, notBefore]) => `${whose} ${notBefore}`)
    .sort()
    .join('\n');
}
