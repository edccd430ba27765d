import { expect, test } from 'vitest';
import { createMetrics, exportProcess, isPrivateAddress, listenForScrapes } from './index.ts';
import { scrape } from './scrape.ts';

test('a gauge loses a series that is no longer read', async () => {
  const metrics = createMetrics();
  const gateways = ['a', 'b'];
  metrics.gauges({
    title: 'gateways',
    help: { tunnels: 'Tunnels' },
    read: () => ({ tunnels: gateways.map((gateway) => ({ value: 1, labels: { gateway } })) }),
  });
  expect(await scrape(metrics, 'tunnels')).toEqual(['tunnels{gateway="a"} 1', 'tunnels{gateway="b"} 1']);
  gateways.pop();
  expect(await scrape(metrics, 'tunnels')).toEqual(['tunnels{gateway="a"} 1']);
});

test('a failing source is omitted and counted, and the others are exported', async () => {
  const metrics = createMetrics();
  let isBroken = true;
  metrics.gauges({
    title: 'broken',
    cacheSeconds: 60,
    help: { first: 'First' },
    read: () => (isBroken ? Promise.reject(new Error('no database')) : { first: [{ value: 1 }] }),
  });
  metrics.gauges({ title: 'whole', help: { second: 'Second' }, read: () => ({ second: [{ value: 2 }] }) });
  const failures = 'comet_scrape_failures_total{figures="broken"}';
  expect(await scrape(metrics)).toEqual(expect.arrayContaining(['second 2', `${failures} 0`]));
  expect(await scrape(metrics, failures)).toEqual([`${failures} 1`]);
  isBroken = false;
  // The failed reading was not cached.
  expect(await scrape(metrics, 'first')).toEqual(['first 1']);
});

test('a cached source is read once for several scrapes', async () => {
  const metrics = createMetrics();
  let reads = 0;
  metrics.gauges({
    title: 'cached',
    cacheSeconds: 60,
    help: { value: 'Value' },
    read: () => {
      reads += 1;
      return { value: [{ value: reads }] };
    },
  });
  await Promise.all([scrape(metrics), scrape(metrics)]);
  expect(await scrape(metrics, 'value')).toEqual(['value 1']);
});

test('exports counters, histograms and the process in the text format', async () => {
  const metrics = createMetrics();
  exportProcess(metrics);
  const count = metrics.counter({ name: 'calls_total', help: 'Calls' });
  count({ method: 'a "b"\n' }, 2);
  const measure = metrics.histogram({ name: 'call_seconds', help: 'Duration', bounds: [0.1, 1] });
  measure(0.5, { method: 'a' });
  const lines = await scrape(metrics);
  expect(lines).toContain(String.raw`calls_total{method="a \"b\"\n"} 2`);
  expect(lines).toContain('call_seconds_bucket{method="a",le="0.1"} 0');
  expect(lines).toContain('call_seconds_bucket{method="a",le="1"} 1');
  const cpu = lines.find((line) => line.startsWith('process_cpu_seconds_total '));
  expect(Number(cpu?.split(' ')[1])).toBeGreaterThan(0);
});

test('the listener serves only /metrics, and only for GET', async () => {
  const listener = await listenForScrapes(createMetrics(), { host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${listener.port}`;
  const status = async (path: string, method = 'GET') => (await fetch(`${origin}${path}`, { method })).status;
  expect(await status('/metrics')).toBe(200);
  expect(await status('/')).toBe(404);
  expect(await status('/metrics/../healthz')).toBe(404);
  expect(await status('/metrics', 'POST')).toBe(404);
  const { port } = listener;
  await expect(listenForScrapes(createMetrics(), { host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
  await listener.close();
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['100.128.0.1', false],
  ['fd00::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['198.51.100.7', false],
  ['2001:db8::1', false],
  ['metrics.example', false],
])('metrics may listen at %s: %s', (address, isAllowed) => {
  expect(isPrivateAddress(address)).toBe(isAllowed);
});
