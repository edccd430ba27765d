import { createMetrics } from '@comet/observability';
import { scrape } from '@comet/observability/scrape';
import { expect, test } from 'vitest';
import { labelledCounter, meterRoutes } from './metrics.ts';

const plans = { method: 'GET', path: '/api/v1/plans', errors: ['conflict'] } as const;

test('counts responses by method, route and status', async () => {
  const metrics = createMetrics();
  const meterRoute = meterRoutes(metrics);
  const meter = meterRoute(plans);
  meter.count(200, 0.001);
  meter.count(200, 0.001);
  meter.count(429, 0.001);
  meterRoute({ ...plans, method: 'POST' });
  expect(await scrape(metrics, 'comet_api_requests_total')).toEqual([
    'comet_api_requests_total{method="GET",route="/api/v1/plans",status="200"} 2',
    'comet_api_requests_total{method="GET",route="/api/v1/plans",status="429"} 1',
  ]);
});

test('counts refusals by code, the declared ones from zero', async () => {
  const metrics = createMetrics();
  const meter = meterRoutes(metrics)(plans);
  meter.refuse('not_found');
  expect(await scrape(metrics, 'comet_api_refusals_total')).toEqual([
    'comet_api_refusals_total{method="GET",route="/api/v1/plans",code="conflict"} 0',
    'comet_api_refusals_total{method="GET",route="/api/v1/plans",code="not_found"} 1',
  ]);
});

test('labelled counters start at zero', async () => {
  const metrics = createMetrics();
  const values = ['late', 'lost'] as const;
  const count = labelledCounter(metrics, { name: 'letters_total', help: 'Letters', label: 'why', values });
  count('lost');
  count('lost');
  expect(await scrape(metrics, 'letters_total')).toEqual([
    'letters_total{why="late"} 0',
    'letters_total{why="lost"} 2',
  ]);
});

test('durations are a cumulative histogram', async () => {
  const metrics = createMetrics();
  const meter = meterRoutes(metrics)(plans);
  for (const seconds of [0.005, 0.02, 0.02, 30]) meter.count(200, seconds);
  const lines = await scrape(metrics, 'comet_api_request_seconds');
  const bucket = (bound: string) => lines.find((line) => line.includes(`le="${bound}"`))?.split(' ')[1];
  expect(['0.005', '0.01', '0.025', '10', '+Inf'].map(bucket)).toEqual(['1', '1', '3', '3', '4']);
  expect(lines.find((line) => line.includes('_sum'))).toMatch(/ 30\.045/);
  expect(lines.find((line) => line.includes('_count'))).toMatch(/ 4$/);
});
