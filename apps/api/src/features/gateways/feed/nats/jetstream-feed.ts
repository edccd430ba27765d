import { feedHeaders, feedStream, feedSubjects } from '@comet/contract';
import {
  DiscardPolicy,
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
  await addOrUpdate(await jetstreamManager(connection), config);
}

/** Creates the copy of the stream in the domain of a leaf node, from which its gateways read. */
export async function ensureMirror(leaf: JetStreamManager, hubDomain: string): Promise<void> {
  const config = { ...shared, num_replicas: 1, mirror: { name: feedStream, domain: hubDomain } };
  await addOrUpdate(leaf, config);
}

/** `JSStreamNameExistErr` of nats-server. */
const nameInUse = 10_058;

async function addOrUpdate(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { readonly name: string },
): Promise<void> {
  try {
    await manager.streams.add(config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error;
    await manager.streams.update(config.name, config);
  }
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
