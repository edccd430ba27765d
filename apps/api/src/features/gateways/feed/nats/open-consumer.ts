import {
  accountsKind,
  type FeedOpened,
  feedOpening,
  feedStream,
  feedSubjects,
  grantKinds,
} from '@comet/contract';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
  jetstreamManager,
  JetStreamApiError,
  JetStreamApiCodes,
  ReplayPolicy,
} from '@nats-io/jetstream';
import { type Msg, nanos, type NatsConnection } from '@nats-io/transport-node';
import type { Keys } from '../../../../platform/keys/keys.ts';
import { domainOf } from '../../../../platform/nats/streams.ts';
import type { FeedReader } from '../feed-reader.ts';
import { feedLine, keysMessage, publishedBy } from '../feed-lines.ts';
import { cursorsOf, ensureMirror } from './jetstream-feed.ts';
import { LeafMirrors } from './leaf-mirror.ts';

export interface OpenConsumerDeps {
  readonly feedReader: Pick<FeedReader, 'inForce' | 'keysVersion'>;
  readonly keys: Pick<Keys, 'tickets' | 'feeds' | 'openvpn'>;
  readonly log: Log;
}

/** Milliseconds after which a consumer that no gateway reads from is removed. */
const inactiveMs = 60_000;

/**
 * Responds to gateways' requests for a consumer, in one process each. A gateway may not create it: JetStream's permissions cover one filter
 * subject only, and a gateway reads changes for itself and for all in one order.
 */
export function serveConsumerRequests(
  connection: NatsConnection,
  deps: OpenConsumerDeps,
  signal: AbortSignal,
): void {
  const subscription = connection.subscribe(feedSubjects.open('*'), {
    queue: 'api',
    callback: (_error, message) => void respond(message),
  });
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });

  async function respond(message: Msg): Promise<void> {
    const gatewayId = message.subject.split('.').at(-1) ?? '';
    const opened = await open(gatewayId, message).catch((error: unknown): FeedOpened => {
      deps.log.warn({ reason: reasonOf(error) }, 'a consumer of the feed cannot be opened');
      return { kind: 'refused', reason: 'failed' };
    });
    message.respond(JSON.stringify(opened));
  }

  async function open(gatewayId: string, message: Msg): Promise<FeedOpened> {
    const request = feedOpening.safeParse(message.json());
    if (!request.success) return { kind: 'refused', reason: 'unsupported' };
    const { cursor, kinds, domain } = request.data;
    // Lines are made once, for gateways of this release.
    if ([...grantKinds, accountsKind].some((kind) => !kinds.includes(kind)))
      return { kind: 'refused', reason: 'unsupported' };
    if ((await deps.feedReader.inForce(gatewayId, signal)) === null)
      return { kind: 'refused', reason: 'unknown_gateway' };
    const manager = await managerOf(domain);
    if (manager === null) return { kind: 'refused', reason: 'lagging' };
    const start = await startAfter(manager, cursor);
    if (start === null) return { kind: 'refused', reason: 'outdated' };
    await replaceConsumer(manager, gatewayId, start);
    const version = await deps.feedReader.keysVersion(publishedBy(deps.keys).hash, signal);
    return { kind: 'opened', keys: feedLine(deps.keys, keysMessage(deps.keys, gatewayId, version)) };
  }

  const mirrors = new LeafMirrors();
  /** Returns null for a leaf node whose copy of the stream is behind. */
  async function managerOf(domain: string | null): Promise<JetStreamManager | null> {
    const hub = domainOf(connection);
    if (domain === null || domain === hub || hub === null) return jetstreamManager(connection);
    const leaf = await jetstreamManager(connection, { domain });
    const cluster = await jetstreamManager(connection);
    // Each time: the leaf node may have lost its disk.
    await ensureMirror(leaf, cluster, hub);
    return (await mirrors.isFollowing(domain, leaf, cluster, hub)) ? leaf : null;
  }
}

/**
 * Returns the sequence of the first message after a cursor; null if the stream lacks changes in between. Cursors grow with sequences, so
 * it is found by bisection.
 */
async function startAfter(manager: JetStreamManager, cursor: number): Promise<number | null> {
  const { state } = await manager.streams.info(feedStream);
  const { direct } = manager;
  const at = (sequence: number) => direct.getMessage(feedStream, { seq: sequence, next_by_subj: '>' });
  const first = await at(1);
  if (first === null || cursorsOf(first).after > cursor) return null;
  const reset = await direct.getMessage(feedStream, { last_by_subj: feedSubjects.reset });
  if (reset !== null && cursorsOf(reset).cursor > cursor) return null;
  let low = first.seq;
  let high = state.last_seq + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const message = await at(middle);
    // A replica that lags has no message there: starting too early is harmless, since followers skip what they have applied.
    if (message === null || message.seq >= high || cursorsOf(message).cursor > cursor) high = middle;
    else low = message.seq + 1;
  }
  return low;
}

async function replaceConsumer(manager: JetStreamManager, gatewayId: string, start: number): Promise<void> {
  await manager.consumers.delete(feedStream, gatewayId).catch((error: unknown) => {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.ConsumerNotFound)
      throw error;
  });
  await manager.consumers.add(feedStream, {
    name: gatewayId,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: start,
    replay_policy: ReplayPolicy.Instant,
    filter_subjects: [
      feedSubjects.changes(gatewayId),
      feedSubjects.heartbeats(gatewayId),
      feedSubjects.all,
      feedSubjects.reset,
    ],
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(inactiveMs),
  });
}
