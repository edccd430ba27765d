import { setTimeout as sleep } from 'node:timers/promises';
import { feedOpening, feedSubjects, hubDomain, usageRefusals } from '@comet/contract';
import { jsonOf, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Metrics } from '@comet/observability';
import type { NatsConnection } from '@nats-io/transport-node';
import { labelledCounter } from '../../../platform/http/observability/metrics.ts';
import { connectToNats, type NatsSettings } from '../../../platform/nats/nats-connection.ts';
import { replicasFor } from '../../../platform/nats/streams.ts';
import type { SpendingDeps } from '../handle-lower-balance.ts';
import type { UsageOutcome } from './apply-reports.ts';
import { consumeReports } from './consume-reports.ts';
import { ensureLeafUsage, ensureSources, ensureUsageStream, pendingReports } from './usage-stream.ts';

/** Milliseconds between checks of the stream's sources. */
const sourcesMs = 30_000;

/** Milliseconds after which the stream of a leaf node is created again where it is missing, at the next request of a gateway there. */
const leafMs = 20_000;
const maxTries = 1_000;

/**
 * Takes the usage reports that gateways send over NATS, in every process of the service. It starts and stays in the background: without
 * NATS, gateways report over HTTP.
 */
export function startUsageIntake(
  deps: SpendingDeps & { readonly log: Log; readonly metrics: Metrics },
  settings: NatsSettings,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const { log, metrics } = deps;
  let connected: NatsConnection | null = null;
  const count = labelledCounter(metrics, {
    name: 'comet_api_usage_reports_total',
    help: 'Usage reports of gateways over NATS: applied, or refused by reason',
    label: 'outcome',
    values: ['applied', ...usageRefusals],
  });
  metrics.gauges({
    title: 'usage reports',
    help: { comet_api_usage_reports_pending: 'Usage reports in the NATS cluster that are not processed yet' },
    cacheSeconds: 10,
    async read() {
      // While NATS is away, gateways report over HTTP: there is no figure, and no failure.
      const pending = connected === null ? null : await pendingReports(connected).catch(() => null);
      return { comet_api_usage_reports_pending: pending === null ? [] : [{ value: pending }] };
    },
  });

  async function run(): Promise<void> {
    const connection = await connectToNats(settings, log, signal);
    connected = connection;
    try {
      const consumed = {
        ...deps,
        count: (outcome: UsageOutcome) => count(outcome.kind === 'applied' ? 'applied' : outcome.reason),
        prepare: () => ensureUsageStream(connection, replicasFor(settings.servers)),
      };
      await Promise.all([consumeReports(connection, consumed, signal), addLeaves(connection, log, signal)]);
    } finally {
      connected = null;
      await connection.close();
    }
  }

  const running = run().catch((error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'usage reports are not taken from NATS');
  });
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

/**
 * Creates the stream of each leaf node from which a gateway opens its feed, and adds it to the sources of the cluster's. Resolves after
 * `signal`.
 */
async function addLeaves(connection: NatsConnection, log: Log, signal: AbortSignal): Promise<void> {
  /** Leaf nodes that have responded: a gateway may name any domain. */
  const leaves = new Set<string>();
  /** When the stream of each named domain was last created, in ms. */
  const tries = new Map<string, number>();
  const failed = (error: unknown) =>
    log.warn({ reason: reasonOf(error) }, 'the stream of usage reports of a leaf node cannot be created yet');
  async function add(domain: string): Promise<void> {
    if (tries.size >= maxTries) tries.clear();
    tries.set(domain, performance.now());
    await ensureLeafUsage(connection, domain);
    leaves.add(domain);
    await ensureSources(connection, leaves);
  }
  const subscription = connection.subscribe(feedSubjects.open('*'), {
    callback: (_error, message) => {
      const { data: opening } = feedOpening.safeParse(jsonOf(message.string()));
      const domain = opening?.domain ?? hubDomain;
      if (domain === hubDomain) return;
      // Again after a while: the leaf node may have lost its disk.
      const last = tries.get(domain) ?? Number.NEGATIVE_INFINITY;
      if (performance.now() - last > leafMs) add(domain).catch(failed);
    },
  });
  while (!signal.aborted) {
    await sleep(sourcesMs, undefined, { signal }).catch(() => undefined);
    // Another process may have overwritten them.
    if (leaves.size > 0 && !signal.aborted) await ensureSources(connection, leaves).catch(failed);
  }
  subscription.unsubscribe();
}
