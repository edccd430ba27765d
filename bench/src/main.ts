import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apiBench } from './api/api.ts';
import { connectBench } from './tunnels/connect.ts';
import { dashboardBench } from './pages/dashboard.ts';
import { desktopBench } from './desktop/desktop.ts';
import { loginBench } from './api/login.ts';
import { mailBench } from './api/mail.ts';
import { paymentsBench } from './api/payments.ts';
import { peersBench } from './gateway/peers.ts';
import { proxyBench } from './proxy/proxy.ts';
import { type Bench, type BenchResult, judge, tableOf } from './report.ts';
import { siteBench } from './pages/site.ts';
import { throughputBench } from './tunnels/throughput.ts';
import { webhooksBench } from './api/webhooks.ts';

const benches: readonly Bench[] = [
  connectBench,
  throughputBench,
  peersBench,
  apiBench,
  loginBench,
  paymentsBench,
  mailBench,
  webhooksBench,
  proxyBench,
  siteBench,
  dashboardBench,
  desktopBench,
];
const room = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(room, 'results') } },
});

const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}. There are: ${benches.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

await mkdir(values.out, { recursive: true });
for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
  console.log(`${bench.name}: ${bench.metric}`);
  const cases = await bench.measure((line) => console.log(`  ${line}`));
  const result: BenchResult = {
    name: bench.name,
    metric: bench.metric,
    unit: bench.unit,
    better: bench.better,
    machine: machine(),
    measuredAt: new Date().toISOString(),
    cases: cases.map((figures) => judge(figures, bench.better)),
  };
  await writeFile(join(values.out, `${bench.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  console.log(`${tableOf([result])}\n`);
}
if (values.out === join(room, 'results')) await writeTable();

function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${processors.length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

/** Puts the table of all kept results between the two marks of `bench/README.md`. */
async function writeTable(): Promise<void> {
  const files = (await readdir(values.out)).filter((file) => file.endsWith('.json')).sort();
  const results = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(values.out, file), 'utf8')) as BenchResult),
  );
  const page = join(room, 'README.md');
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.split('<!-- table -->')[0], text.split('<!-- /table -->')[1]];
  if (before === undefined || after === undefined)
    throw new Error('bench/README.md has lost its table marks');
  await writeFile(page, `${before}<!-- table -->\n\n${tableOf(results)}\n\n<!-- /table -->${after}`);
}
