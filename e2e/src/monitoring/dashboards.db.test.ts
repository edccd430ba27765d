import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import { registerExitMetrics } from '@comet/exit/metrics';
import { registerGatewayMetrics } from '@comet/gateway/metrics';
import { createMetrics, exportProcess, listenForScrapes, type Metrics } from '@comet/observability';
import { createDatabase, freePort } from '@comet/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addGateway, dashboards, startPrometheus, startService } from './programs.ts';

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const undo: (() => unknown)[] = [];
let prometheus = '';
let service = '';

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function serve(fill: (metrics: Metrics) => void): Promise<number> {
  const metrics = createMetrics();
  exportProcess(metrics);
  fill(metrics);
  const listener = await listenForScrapes(metrics, { host: '127.0.0.1', port: 0 });
  undo.push(() => listener.close());
  return listener.port;
}

/** A sign-in that is refused, and a read that succeeds. */
async function useService(): Promise<void> {
  await fetch(`${service}${api.logIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not the password' }),
  });
  await fetch(`${service}${api.listPlans.path}`);
}

beforeAll(async () => {
  if (!hasPrometheus) return;
  const folder = await mkdtemp(join(tmpdir(), 'comet-monitoring-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const database = await createDatabase();
  undo.push(() => database.drop());
  const [port, metricsPort, prometheusPort] = await Promise.all([freePort(), freePort(), freePort()]);
  service = `http://127.0.0.1:${port}`;
  const child = await startService({ databaseUrl: database.url, folder, port, metricsPort });
  undo.push(() => end(child));
  const credential = await addGateway(database.url);
  const gateway = await serve((metrics) =>
    registerGatewayMetrics(metrics, () => ({
      wireguardSessions: 2,
      openvpnSessions: 1,
      feedAgeSeconds: 5,
      feedFault: null,
      certificateDays: 20,
      exits: [{ state: 'live' }],
      upstreams: [{ live: true }],
      forwardedPorts: 0,
      forwardingRefusals: new Map(),
    })),
  );
  const status = { version: 1, pid: 1, state: 'carrying', detail: null, latencyMs: 20 } as const;
  const exit = await serve((metrics) =>
    registerExitMetrics(metrics, { status: { read: () => Promise.resolve(status) }, today: () => 1_000 }),
  );
  const requireReady = async () => {
    if ((await fetch(`${service}/readyz`)).status !== 200) throw new Error('The service is not ready');
  };
  await vi.waitFor(requireReady, { timeout: 60_000, interval: 200 });
  const leave = new AbortController();
  const feed = await fetch(`${service}${api.followFeed.path}?cursor=0`, {
    headers: { authorization: `Bearer ${credential}` },
    signal: leave.signal,
  });
  if (feed.status !== 200) throw new Error(`The change feed returned ${feed.status}`);
  // Read until the end, as a gateway does: an unread body would be closed.
  const reading = feed.body?.pipeTo(new WritableStream()).catch(() => undefined);
  undo.push(() => {
    leave.abort();
    return reading;
  });
  const ports = { api: metricsPort, gateway, exit };
  const started = await startPrometheus({ folder, port: prometheusPort, ports });
  undo.push(() => end(started));
  prometheus = `http://127.0.0.1:${prometheusPort}`;
}, 120_000);
afterAll(async () => {
  for (const close of undo.toReversed()) await close();
});

/** Number of series that a query returns; throws the message of Prometheus for an invalid one. */
async function seriesOf(query: string): Promise<number> {
  const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(query)}`);
  const body = (await response.json()) as { error?: string; data?: { result: unknown[] } };
  if (body.data === undefined) throw new Error(`${query}: ${body.error}`);
  return body.data.result.length;
}

test.skipIf(!hasPrometheus)('every panel shows data, and no alert fires for a healthy service', async () => {
  const files = await readdir(dashboards);
  const all = await Promise.all(files.map((file) => readFile(join(dashboards, file), 'utf8')));
  const queries = all.flatMap((text) => {
    const { panels } = JSON.parse(text) as Dashboard;
    return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  });
  expect(queries.length).toBeGreaterThan(40);
  const emptyPanels = async () => {
    await useService();
    const counts = await Promise.all(
      queries.map(async ({ title, expr }) => ({ title, series: await seriesOf(expr).catch(() => 0) })),
    );
    return counts.filter(({ series }) => series === 0).map(({ title }) => title);
  };
  await expect.poll(emptyPanels, { timeout: 40_000, interval: 1_000 }).toEqual([]);
  expect(await seriesOf('ALERTS{alertstate="firing"}')).toBe(0);
});

test.skipIf(!hasPrometheus)('every rule is evaluated without an error', async () => {
  const response = await fetch(`${prometheus}/api/v1/rules`);
  const { data } = (await response.json()) as {
    data: { groups: readonly { rules: readonly { name: string; health: string; lastError?: string }[] }[] };
  };
  const rules = data.groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(30);
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
});

test.skipIf(!hasPrometheus)('the exported text names no customer', async () => {
  const response = await fetch(`${prometheus}/api/v1/label/__name__/values`);
  const { data } = (await response.json()) as { data: string[] };
  expect(data).toContain('comet_api_requests_total');
  const values = await Promise.all(
    ['code', 'figures', 'kind', 'route', 'state'].map(async (label) => {
      const reply = await fetch(`${prometheus}/api/v1/label/${label}/values`);
      return ((await reply.json()) as { data: string[] }).data;
    }),
  );
  expect(values.flat().filter((value) => value.includes('@') || /[0-9a-f]{32}/.test(value))).toEqual([]);
});
