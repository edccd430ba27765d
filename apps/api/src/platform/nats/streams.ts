import { JetStreamApiError, type JetStreamManager, type StreamConfig } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** `JSStreamNameExistErr` of nats-server. */
const nameInUse = 10_058;

/** Creates a stream, or changes its configuration. */
export async function addOrUpdateStream(
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

/** The JetStream domain of the connected server, which it sends in its INFO; the client's types lack it. */
export function domainOf({ info }: NatsConnection): string | null {
  const { domain } = (info ?? {}) as { readonly domain?: string };
  return domain ?? null;
}

/** Servers from which on a stream has three replicas, so that it survives the loss of one. */
const serversOfCluster = 3;

export const replicasFor = (servers: readonly string[]): number =>
  servers.length >= serversOfCluster ? 3 : 1;
