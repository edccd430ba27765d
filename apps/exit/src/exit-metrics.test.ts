import { createMetrics } from '@comet/observability';
import { scrape } from '@comet/observability/scrape';
import { expect, test } from 'vitest';
import { registerExitMetrics } from './exit-metrics.ts';
import type { Status } from './features/serving/index.ts';

test('exports the state, the latency where it is measured, and the bytes of the day', async () => {
  const metrics = createMetrics();
  let status: Status | null = null;
  registerExitMetrics(metrics, { status: { read: () => Promise.resolve(status) }, today: () => 1_500 });
  expect(await scrape(metrics, 'comet_exit_latency')).toEqual([]);
  expect(await scrape(metrics, 'comet_exit_state{state="carrying"}')).toEqual([
    'comet_exit_state{state="carrying"} 0',
  ]);
  status = { version: 1, pid: 1, state: 'carrying', detail: null, latencyMs: 42 };
  expect(await scrape(metrics, 'comet_exit_')).toEqual([
    'comet_exit_state{state="carrying"} 1',
    'comet_exit_state{state="paused"} 0',
    'comet_exit_state{state="full"} 0',
    'comet_exit_state{state="connecting"} 0',
    'comet_exit_state{state="stopped"} 0',
    'comet_exit_latency_seconds 0.042',
    'comet_exit_day_bytes 1500',
  ]);
});
