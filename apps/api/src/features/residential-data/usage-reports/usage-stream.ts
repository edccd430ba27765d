import { hubDomain, usageStream, usageSubject } from '@comet/contract';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamSource,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { addOrUpdateStream } from '../../../platform/nats/streams.ts';

/** The durable consumer of the cluster's stream, which all processes of the service share. */
export const usageConsumer = 'api';

/** Leases are deleted two days after the day without a report that settles them: later reports change nothing. */
const keptMs = 72 * 3_600_000;

/** Maximum size of a stream. Gateways use HTTP while the cluster's is full; a leaf node's drops the oldest, which were copied long ago. */
const maxBytes = 1_073_741_824;

/** Milliseconds without an acknowledgement after which a report is delivered again, to any process. */
const acknowledgementMs = 30_000;

/** Maximum number of delivered reports without an acknowledgement, in all processes together. */
const maxUnacknowledged = 2_000;

const shared = {
  name: usageStream,
  storage: StorageType.File,
  max_age: nanos(keptMs),
  max_bytes: maxBytes,
  duplicate_window: nanos(120_000),
  deny_delete: true,
} satisfies Partial<StreamConfig>;

/** A leaf node's stream as a source of the cluster's. */
const sourceAt = (domain: string): StreamSource => ({
  name: usageStream,
  external: { api: `$JS.${domain}.API`, deliver: '' },
});

/**
 * Creates the cluster's stream, whose reports are removed once they are acknowledged, and its consumer. Sources that were added for leaf
 * nodes stay.
 */
export async function ensureUsageStream(connection: NatsConnection, replicas: number): Promise<void> {
  const manager = await jetstreamManager(connection);
  await addOrUpdateStream(manager, {
    ...shared,
    subjects: [usageSubject(hubDomain, '*')],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    sources: [...(await sourcesOf(manager))],
  });
  await manager.consumers.add(usageStream, {
    durable_name: usageConsumer,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(acknowledgementMs),
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: maxUnacknowledged,
    // A database may be away for long: a report is ended by its processing, not by a count.
    max_deliver: -1,
  });
}

async function sourcesOf({ streams }: JetStreamManager): Promise<readonly StreamSource[]> {
  try {
    const { config } = await streams.info(usageStream);
    return config.sources ?? [];
  } catch (error) {
    // Any other error must not remove the sources.
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return [];
    throw error;
  }
}

/** Creates a leaf node's stream: its reports are stored there while the cluster is away. */
export async function ensureLeafUsage(connection: NatsConnection, domain: string): Promise<void> {
  const leaf = await jetstreamManager(connection, { domain });
  await addOrUpdateStream(leaf, {
    ...shared,
    subjects: [usageSubject(domain, '*')],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    num_replicas: 1,
  });
}

/**
 * Adds leaf nodes as sources of the cluster's stream. Two processes that add different ones at once may overwrite each other's: the caller
 * repeats this with all that it has seen.
 */
export async function ensureSources(connection: NatsConnection, domains: Iterable<string>): Promise<void> {
  const manager = await jetstreamManager(connection);
  const { config } = await manager.streams.info(usageStream);
  const sources = config.sources ?? [];
  const present = new Set(sources.map(({ external }) => external?.api));
  const missing = [...domains].map(sourceAt).filter(({ external }) => !present.has(external?.api));
  if (missing.length === 0) return;
  await manager.streams.update(usageStream, { ...config, sources: [...sources, ...missing] });
}

/** Returns the number of reports in the cluster that are not processed yet. */
export async function pendingReports(connection: NatsConnection): Promise<number> {
  const manager = await jetstreamManager(connection);
  const info = await manager.consumers.info(usageStream, usageConsumer);
  return info.num_pending + info.num_ack_pending;
}
