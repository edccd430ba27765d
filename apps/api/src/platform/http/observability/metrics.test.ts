import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const linesAbout = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

test('counts responses by method, route and status', async () => {
  const metrics = createMetrics();
  const meter = metrics.meter('GET', '/api/v1/plans');
  meter.count(200, 0.001);
  meter.count(200, 0.001);
  meter.count(429, 0.001);
  metrics.meter('POST', '/api/v1/users');
  expect(await linesAbout(metrics, 'comet_api_requests_total')).toEqual([
    'comet_api_requests_total{method="GET",route="/api/v1/plans",status="200"} 2',
    'comet_api_requests_total{method="GET",route="/api/v1/plans",status="429"} 1',
  ]);
});

test('labelled counters start at zero', async () => {
  const metrics = createMetrics();
  const values = ['late', 'lost'] as const;
  const count = metrics.counter({ name: 'letters_total', help: 'Letters', label: 'why', values });
  count('lost');
  count('lost');
  expect(await linesAbout(metrics, 'letters_total')).toEqual([
    'letters_total{why="late"} 0',
    'letters_total{why="lost"} 2',
  ]);
});

test('durations are a cumulative histogram', async () => {
  const metrics = createMetrics();
  const meter = metrics.meter('GET', '/api/v1/plans');
  for (const seconds of [0.005, 0.02, 0.02, 30]) meter.count(200, seconds);
  const lines = await linesAbout(metrics, 'comet_api_request_seconds');
  const bucket = (bound: string) => lines.find((line) => line.includes(`le="${bound}"`))?.split(' ')[1];
  expect([bucket('0.005'), bucket('0.01'), bucket('0.025'), bucket('10'), bucket('+Inf')]).toEqual([
    '1',
    '1',
    '3',
    '3',
    '4',
  ]);
  expect(lines.at(-2)).toMatch(/_sum\{.*\} 30\.045/);
  expect(lines.at(-1)).toMatch(/_count\{.*\} 4$/);
});
