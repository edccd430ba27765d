import { apiBench } from './api/api.ts';
import { credentialsBench } from './api/credentials.ts';
import { loginBench } from './api/login.ts';
import { mailBench } from './api/mail.ts';
import { paymentsBench } from './api/payments.ts';
import { webhooksBench } from './api/webhooks.ts';
import { parseBenchArguments } from './arguments.ts';
import { type Bench, installPackages } from './bench.ts';
import { coverParts, reducedCover, runCover } from './cover/run-cover.ts';
import { endOnSignal } from './end-on-signal.ts';
import { desktopBench } from './desktop/desktop.ts';
import { peersBench } from './gateway/peers.ts';
import { faults } from './faults/faults.ts';
import { reducedFaults, runFaults } from './faults/run-faults.ts';
import { hostileParts, reducedHostile, runHostile } from './hostile/run-hostile.ts';
import { dnsFilterBench } from './gateway/dns-filter.ts';
import { dashboardBench } from './pages/dashboard.ts';
import { siteBench } from './pages/site.ts';
import { proxyBench } from './proxy/proxy.ts';
import { runFull } from './run-full.ts';
import { runSmoke } from './run-smoke.ts';
import { reducedScale, runScale, scaleParts } from './scale/run-scale.ts';
import { connectBench } from './tunnels/connect.ts';
import { throughputBench } from './tunnels/throughput.ts';
import { throughputTransportsBench } from './tunnels/throughput-transports.ts';

const benches: readonly Bench[] = [
  connectBench,
  throughputBench,
  throughputTransportsBench,
  peersBench,
  dnsFilterBench,
  apiBench,
  loginBench,
  paymentsBench,
  mailBench,
  webhooksBench,
  credentialsBench,
  proxyBench,
  siteBench,
  dashboardBench,
  desktopBench,
];
const print = (line: string): void => console.log(line);

const parsed = parseBenchArguments(process.argv.slice(2), [
  ...benches.map(({ name }) => name),
  ...scaleParts,
  ...hostileParts,
  ...coverParts,
  ...faults.map(({ name }) => `faults:${name}`),
]);
if (!parsed.ok) {
  console.error(parsed.error);
  process.exit(2);
}
const { names, smoke, out, minutes, sizes, fleet, visits } = parsed.value;
const parts = scaleParts.filter((part) => names.includes(part));
const covers = coverParts.filter((part) => names.includes(part));
const networks = hostileParts.filter((part) => names.includes(part));
const chosen = benches.filter(({ name }) => names.includes(name));
const chosenFaults = faults.filter(({ name }) => names.includes(`faults:${name}`));
endOnSignal(print);
const hostile = networks.length > 0 ? [reducedHostile] : [];
const cover = covers.length > 0 ? [reducedCover] : [];
await installPackages([...chosen, ...hostile, ...cover], print);
process.exitCode = (await (smoke ? runReduced() : runAll())) ? 0 : 1;

function runReduced(): Promise<boolean> {
  const reduced = chosenFaults.some((fault) => fault.reduced !== null) ? [reducedFaults(chosenFaults)] : [];
  // First, because other benchmarks send notifications of payments without an order.
  return runSmoke(
    [...reduced, ...chosen, ...hostile, ...cover, ...(parts.length > 0 ? [reducedScale] : [])],
    print,
  );
}

async function runAll(): Promise<boolean> {
  const benchesRan = chosen.length === 0 || (await runFull(chosen, out, print));
  const hostileRan = await runHostile(networks, out, print);
  const coverRan = await runCover(covers, { out, visits }, print);
  const allRan =
    (await runScale({ parts, sizes, fleet, out }, print)) && benchesRan && hostileRan && coverRan;
  const order = faults.map(({ name }) => name);
  return chosenFaults.length === 0
    ? allRan
    : (await runFaults(chosenFaults, { out, minutes, accounts: sizes[1], order }, print)) && allRan;
}
