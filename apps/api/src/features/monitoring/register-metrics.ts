import type { Clock } from '@comet/foundation';
import type { Metrics, Reading } from '@comet/observability';
import type { Database } from '../../platform/database/database.ts';
import { coveredUntil } from '../../platform/database/partitions/partitions.store.ts';
import { isGatewayDown, isOnline } from '../gateways/index.ts';
import { readStates } from '../status/index.ts';
import {
  exitMetrics,
  gatewayMetrics,
  inBoundedTime,
  moneyOfLastHour,
  waitingJobs,
  waitingWebhooks,
} from './metrics.store.ts';

interface FigureDeps {
  readonly metrics: Metrics;
  readonly db: Database;
  readonly clock: Clock;
}

/** Shorter than the usual scrape interval, so that several scrapers cost one set of queries. */
const cacheSeconds = 10;

/** Providers whose metrics exist without a row: an alert on a rate needs the zero. */
const providers = ['paddle', 'coingate'] as const;

/** Exports metrics that need a query, each group with one query at the time of the scrape. Every replica exports the same. */
export function registerMetrics({ metrics, db, clock }: FigureDeps): void {
  metrics.gauges({
    title: 'jobs',
    cacheSeconds,
    help: {
      comet_api_jobs_waiting: 'Due jobs, at most 10,000 of a kind',
      comet_api_job_oldest_seconds: 'Time for which the oldest due job has waited',
    },
    async read() {
      const kinds = await waitingJobs(db);
      return {
        comet_api_jobs_waiting: kinds.map(({ kind, jobs }) => ({ value: jobs, labels: { kind } })),
        comet_api_job_oldest_seconds: kinds.map(({ kind, oldestSeconds }) => ({
          value: oldestSeconds,
          labels: { kind },
        })),
      };
    },
  });
  metrics.gauges({
    title: 'webhooks',
    cacheSeconds,
    help: {
      comet_api_webhooks_waiting: 'Stored payment notifications that are not processed, at most 10,000',
      comet_api_webhook_lag_seconds: 'Time for which the oldest of them has waited',
    },
    async read() {
      const rows = await waitingWebhooks(db, clock.now());
      const of = (provider: string) => rows.find((row) => row.provider === provider);
      return {
        comet_api_webhooks_waiting: byProvider((provider) => of(provider)?.events ?? 0),
        comet_api_webhook_lag_seconds: byProvider((provider) => of(provider)?.oldestSeconds ?? 0),
      };
    },
  });
  metrics.gauges({
    title: 'gateways',
    cacheSeconds,
    help: {
      comet_api_gateway_tunnels: 'Tunnels at the last report of the gateway; 0 without a recent one',
      comet_api_gateway_load_percent: 'Load at the last report of the gateway',
      comet_api_gateway_up: '0 while the gateway is down, as on the status page; none while it is draining',
      comet_api_gateway_silent_seconds: 'Time since the last report of the gateway',
      comet_api_gateway_feed_fault: '1 while the gateway rejects its change feed',
    },
    async read() {
      const now = clock.now();
      const rows = await gatewayMetrics(db, now);
      const each = (valueOf: (row: (typeof rows)[number]) => number | null): readonly Reading[] =>
        rows.flatMap((row) => {
          const value = valueOf(row);
          return value === null ? [] : [{ value, labels: { gateway: row.gateway, location: row.location } }];
        });
      return {
        comet_api_gateway_tunnels: each(({ tunnels, lastHeardAt, feedFault }) =>
          isOnline(lastHeardAt, now) || feedFault ? tunnels : 0,
        ),
        comet_api_gateway_load_percent: each(({ loadPercent }) => loadPercent),
        comet_api_gateway_up: each((row) =>
          row.drainingSince === null ? Number(!isGatewayDown(row, now)) : null,
        ),
        comet_api_gateway_silent_seconds: each(({ silentSeconds }) => silentSeconds),
        comet_api_gateway_feed_fault: each(({ feedFault }) => (feedFault ? 1 : 0)),
      };
    },
  });
  metrics.gauges({
    title: 'status',
    cacheSeconds,
    help: {
      comet_api_part_state: '1 for the state of each part of the service on the status page',
      comet_api_location_state: '1 for the state of each location on the status page',
    },
    async read() {
      const { parts, cities } = await inBoundedTime(db, (trx) => readStates(trx, clock.now()));
      return {
        comet_api_part_state: parts.map(({ name, state }) => ({ value: 1, labels: { part: name, state } })),
        comet_api_location_state: cities.map(({ code, state }) => ({
          value: 1,
          labels: { location: code, state },
        })),
      };
    },
  });
  metrics.gauges({
    title: 'exits',
    cacheSeconds,
    help: { comet_api_exits: 'Residential exits by the state that their gateway last reported' },
    async read() {
      const rows = await exitMetrics(db, clock.now());
      const states = ['live', 'paused', 'down', 'silent'];
      const value = (state: string) => rows.find((row) => row.state === state)?.exits ?? 0;
      return { comet_api_exits: states.map((state) => ({ value: value(state), labels: { state } })) };
    },
  });
  metrics.gauges({
    title: 'partitions',
    cacheSeconds: 60,
    help: {
      comet_api_partitions_ahead_seconds:
        'Time until the end of the last monthly partition of a table; later rows go to its default partition',
    },
    async read() {
      const tables = await inBoundedTime(db, (trx) => coveredUntil(trx));
      const now = clock.now().getTime();
      return {
        comet_api_partitions_ahead_seconds: tables.map(({ table, until }) => ({
          value: Math.floor((until.getTime() - now) / 1000),
          labels: { table },
        })),
      };
    },
  });
  metrics.gauges({
    title: 'money',
    cacheSeconds: 60,
    help: {
      comet_api_money_last_hour_minor_units: 'Ledger amounts booked in the last hour; refunds are negative',
      comet_api_money_last_hour_entries: 'Ledger entries booked in the last hour',
    },
    async read() {
      const rows = await moneyOfLastHour(db, clock.now());
      const none = providers
        .filter((provider) => !rows.some((row) => row.provider === provider && row.kind === 'payment'))
        .map((provider) => ({ provider, kind: 'payment', currency: 'USD', amount: 0, entries: 0 }));
      const each = (valueOf: (row: (typeof rows)[number]) => number): readonly Reading[] =>
        [...rows, ...none].map((row) => ({
          value: valueOf(row),
          labels: { provider: row.provider, kind: row.kind, currency: row.currency },
        }));
      return {
        comet_api_money_last_hour_minor_units: each(({ amount }) => amount),
        comet_api_money_last_hour_entries: each(({ entries }) => entries),
      };
    },
  });
}

function byProvider(valueOf: (provider: string) => number): readonly Reading[] {
  return providers.map((provider) => ({ value: valueOf(provider), labels: { provider } }));
}
