import * as z from 'zod/mini';

/** The JetStream stream of the change feed. Its messages are the lines of the HTTP feed, unchanged. */
export const feedStream = 'FEED';

/** Subjects of the feed over NATS; those with a gateway are permitted to that gateway only. */
export const feedSubjects = {
  /** Changes for one gateway. */
  changes: (gatewayId: string) => `feed.gateway.${gatewayId}`,
  /** Changes for all gateways. */
  all: 'feed.all',
  /** Empty messages, after which followers reopen: changes before them are missing. */
  reset: 'feed.reset',
  /** Heartbeats and keys of one gateway, which expire after a minute. */
  heartbeats: (gatewayId: string) => `feed.heartbeat.${gatewayId}`,
  /** Requests for a consumer (`feedOpening`); not stored. */
  open: (gatewayId: string) => `feed.open.${gatewayId}`,
  /** Empty messages, which request a heartbeat; not stored. */
  ping: (gatewayId: string) => `feed.ping.${gatewayId}`,
} as const;

/** Prefix of the subjects on which a gateway receives replies and messages. */
export const feedInbox = (gatewayId: string): string => `_INBOX_${gatewayId}`;

/** Headers of the stream's messages. */
export const feedHeaders = {
  /** Cursor of the feed after the message. */
  cursor: 'Comet-Cursor',
  /** Cursor before the message: the stream has no gap between both. */
  after: 'Comet-After',
} as const;

/** A request for a consumer, named like the gateway, that starts after a cursor. `domain` is the JetStream domain of the gateway's server. */
export const feedOpening = z.object({
  cursor: z.int().check(z.minimum(0)),
  kinds: z.array(z.string()),
  domain: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/))),
});

/** Its reply: the current keys as a signed line, or why the gateway must use HTTP. */
export const feedOpened = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), keys: z.string() }),
  z.object({
    kind: z.literal('refused'),
    reason: z.enum(['outdated', 'lagging', 'unsupported', 'unknown_gateway', 'failed']),
  }),
]);

export type FeedOpening = z.output<typeof feedOpening>;
export type FeedOpened = z.output<typeof feedOpened>;
