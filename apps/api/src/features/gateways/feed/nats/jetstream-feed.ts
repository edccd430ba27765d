import { feedHeaders, feedStream, feedSubjects } from '@comet/contract';
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
  type StreamConfig,
} from '@nats-io/jetstream';
import { headers, nanos, type NatsConnection } from '@nats-io/transport-node';
import { addOrUpdateStream } from '../../../../platform/nats/streams.ts';
import { revocationLifeSeconds } from '../change-feed.store.ts';
import type { FeedStream } from './feed-stream.ts';

/** How long heartbeats stay: long enough for followers that reconnect, short enough for thousands of gateways. */
const heartbeatLife = '60s';

/** Every subject of the stream. */
const subjects = [
  feedSubjects.changes('*'),
  feedSubjects.all,
  feedSubjects.reset,
  feedSubjects.heartbeats('*'),
];

const shared = {
  name: feedStream,
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  // A change matters no longer than in the database.
  max_age: nanos(revocationLifeSeconds * 1000),
  allow_direct: true,
  allow_msg_ttl: true,
} satisfies Partial<StreamConfig>;

/** Creates the stream, or changes its number of replicas. */
export async function ensureStream(connection: NatsConnection, replicas: number): Promise<void> {
  const config = {
    ...shared,
    subjects,
    num_replicas: replicas,
    duplicate_window: nanos(120_000),
    deny_delete: true,
    deny_purge: true,
  };
  await addOrUpdateStream(await jetstreamManager(connection), config);
}

/** Messages before the end of the stream with which a new copy begins: gateways that just caught up over HTTP are never before them. */
const copied = 10_000;

/**
 * Creates the copy of the stream in the domain of a leaf node, from which its gateways read, unless it is there. It begins near the end of
 * the stream, with one message at least.
 */
export async function ensureMirror(
  leaf: JetStreamManager,
  hub: JetStreamManager,
  hubDomain: string,
): Promise<void> {
  try {
    await leaf.streams.info(feedStream);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
    await addMirror(leaf, hub, hubDomain);
  }
}

/** Creates the copy anew. Throws, and leaves the former, while the hub has no leader. */
export async function createMirror(
  leaf: JetStreamManager,
  hub: JetStreamManager,
  hubDomain: string,
): Promise<void> {
  await addMirror(leaf, hub, hubDomain, () => leaf.streams.delete(feedStream));
}

async function addMirror(
  leaf: JetStreamManager,
  hub: JetStreamManager,
  hubDomain: string,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const { state } = await hub.streams.info(feedStream);
  // Heartbeats after it may have expired.
  const last = await hub.streams.getMessage(feedStream, { last_by_subj: '>' });
  const start = Math.max(1, Math.min(state.last_seq - copied, last?.seq ?? 1));
  await prepare();
  const mirror = { name: feedStream, domain: hubDomain, opt_start_seq: start };
  await leaf.streams.add({ ...shared, num_replicas: 1, mirror });
}

/** Returns the cursors of a stored message. */
export function cursorsOf(message: StoredMsg): { readonly cursor: number; readonly after: number } {
  return {
    cursor: Number(message.header.get(feedHeaders.cursor)),
    after: Number(message.header.get(feedHeaders.after)),
  };
}

/** Milliseconds to wait for the confirmation of a message: an election takes a few seconds. */
const confirmationMs = 5_000;

/** Opens the stream for a publisher. */
export async function openFeedStream(connection: NatsConnection): Promise<FeedStream> {
  const manager = await jetstreamManager(connection);
  const publisher = jetstream(connection, { timeout: confirmationMs });
  return {
    async end() {
      const { state } = await manager.streams.info(feedStream);
      const last = await manager.streams.getMessage(feedStream, { last_by_subj: '>' });
      return { sequence: state.last_seq, cursor: last === null ? null : cursorsOf(last).cursor };
    },
    async append(messages, sequence) {
      const sent = messages.map(async ({ subject, line, cursor, after, id }, index) => {
        const header = headers();
        header.set(feedHeaders.cursor, String(cursor));
        header.set(feedHeaders.after, String(after));
        const expected = sequence + index;
        const stored = await publisher.publish(subject, line, {
          headers: header,
          expect: { lastSequence: expected },
          ...(id === null ? { ttl: heartbeatLife } : { msgID: id }),
        });
        if (stored.duplicate || stored.seq !== expected + 1)
          throw new Error('Another publisher has appended to the stream of the feed');
      });
      // A rejection while others are pending must not go unhandled.
      const outcomes = await Promise.allSettled(sent);
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      return sequence + messages.length;
    },
  };
}
