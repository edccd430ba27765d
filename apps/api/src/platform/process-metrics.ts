import type { Metrics } from '@comet/observability';
import type { Traces } from '@comet/observability/traces';
import type { connectionsOf } from './database/database.ts';
import type { RunMeasured } from './jobs/jobs.ts';

/** Exports the use of the database pool. */
export function registerConnectionMetrics(
  metrics: Metrics,
  read: () => ReturnType<typeof connectionsOf>,
): void {
  metrics.gauges({
    title: 'connections',
    help: {
      comet_api_db_connections: 'Open connections of the database pool',
      comet_api_db_connections_max: 'Maximum of the database pool',
      comet_api_db_waiting: 'Callers that wait for a database connection',
    },
    read() {
      const { used, idle, max, waiting } = read();
      return {
        comet_api_db_connections: [
          { value: used, labels: { state: 'used' } },
          { value: idle, labels: { state: 'idle' } },
        ],
        comet_api_db_connections_max: [{ value: max }],
        comet_api_db_waiting: [{ value: waiting }],
      };
    },
  });
}

/** Exports what `/readyz` returns: a process that is not ready serves scrapes like any other. */
export function registerReadinessMetric(metrics: Metrics, isReady: () => Promise<boolean>): void {
  metrics.gauges({
    title: 'readiness',
    help: { comet_api_ready: '1 while /readyz returns 200; only of processes that serve requests' },
    read: async () => ({ comet_api_ready: [{ value: Number(await isReady()) }] }),
  });
}

/** Counts and measures the jobs and scheduled tasks of this process; each is a separate trace. */
export function measureJobs(metrics: Metrics, traces: Pick<Traces, 'within'> | null): RunMeasured {
  const count = metrics.counter({ name: 'comet_api_jobs_total', help: 'Finished runs of jobs and tasks' });
  const measure = metrics.histogram({
    name: 'comet_api_job_seconds',
    help: 'Duration of jobs and tasks',
    bounds: [0.01, 0.1, 1, 10, 60],
  });
  return async (kind, run) => {
    const startedAt = performance.now();
    const end = (outcome: 'completed' | 'failed') => {
      count({ kind, outcome });
      measure((performance.now() - startedAt) / 1000, { kind });
    };
    try {
      const result = await (traces === null ? run() : traces.within(kind, run));
      end('completed');
      return result;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}
