import type { StateFile } from '@comet/foundation/state-file';
import type { Metrics } from '@comet/observability';
import type { Status } from './features/serving/index.ts';

const states = [
  'carrying',
  'paused',
  'full',
  'connecting',
  'stopped',
] as const satisfies readonly Status['state'][];

/** Exports the state of the exit and its traffic; nothing about connections or destinations. */
export function registerExitMetrics(
  metrics: Metrics,
  parts: { readonly status: Pick<StateFile<Status>, 'read'>; today(): number },
): void {
  metrics.gauges({
    title: 'exit',
    help: {
      comet_exit_state: '1 for the current state',
      comet_exit_latency_seconds: 'Round-trip time to the gateway',
      comet_exit_day_bytes: 'Bytes carried since midnight UTC',
    },
    async read() {
      const status = await parts.status.read();
      const latencyMs = status?.latencyMs ?? null;
      return {
        comet_exit_state: states.map((state) => ({
          value: status?.state === state ? 1 : 0,
          labels: { state },
        })),
        comet_exit_latency_seconds: latencyMs === null ? [] : [{ value: latencyMs / 1000 }],
        comet_exit_day_bytes: [{ value: parts.today() }],
      };
    },
  });
}
