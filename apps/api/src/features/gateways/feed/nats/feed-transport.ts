import { setTimeout as sleep } from 'node:timers/promises';
import { feedSubjects } from '@comet/contract';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { NatsConnection } from '@nats-io/transport-node';
import { whileLeaseIsHeld } from '../../../../platform/database/lease.ts';
import { connectToNats, type NatsSettings } from '../../../../platform/nats/nats-connection.ts';
import { replicasFor } from '../../../../platform/nats/streams.ts';
import type { FeedDeps } from '../follow-feed.ts';
import { ensureStream, openFeedStream } from './jetstream-feed.ts';
import { serveConsumerRequests } from './open-consumer.ts';
import { publishFeed } from './publish-feed.ts';

/** The advisory lock of the publisher. */
const publisherLock = 0x636f6d70;

const retryMs = 1_000;

/**
 * Publishes the change feed to JetStream, in one process of the service at a time, and responds to gateways' requests for consumers. It starts
 * and stays in the background: without NATS, gateways follow the feed over HTTP.
 */
export function startFeedTransport(
  deps: FeedDeps & { readonly log: Log; readonly databaseUrl: string },
  settings: NatsSettings,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const { log, databaseUrl } = deps;

  async function run(): Promise<void> {
    const connection = await connectToNats(settings, log, signal);
    try {
      await prepare(connection);
      // Not before: the copy at a leaf node needs the stream.
      serveConsumerRequests(connection, deps, signal);
      const lease = { databaseUrl, lock: publisherLock, name: 'comet-api-feed-publisher', log };
      await whileLeaseIsHeld(lease, signal, async (held) => {
        const stream = await openFeedStream(connection);
        await publishFeed({ ...deps, stream, onPing: pingsOf(connection) }, held);
      });
    } finally {
      await connection.close();
    }
  }

  /** Creates the stream; a cluster that starts, or has no majority, refuses it for a while. */
  async function prepare(connection: NatsConnection): Promise<void> {
    while (!signal.aborted) {
      try {
        return await ensureStream(connection, replicasFor(settings.servers));
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'the stream of the feed cannot be created yet');
        await sleep(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const running = run().catch((error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'the feed is not published to NATS');
  });
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

function pingsOf(connection: NatsConnection) {
  return (listener: (gatewayId: string) => void, signal: AbortSignal) => {
    const subscription = connection.subscribe(feedSubjects.ping('*'), {
      callback: (_error, { subject }) => listener(subject.split('.').at(-1) ?? ''),
    });
    signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
  };
}
