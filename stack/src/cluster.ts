import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type ClusterCommand, parseArguments, USAGE } from './cluster/arguments.ts';
import { type ClusterRequest, sendCommand, serveCommands } from './cluster/control-socket.ts';
import { unmountDisks } from './cluster/data-disk.ts';
import { describeMembers, failCluster } from './cluster/failures.ts';
import { installClusterPackages } from './cluster/prerequisites.ts';
import { destroyNetwork } from './cluster/network.ts';
import { earlierRelease } from './cluster/release-sources.ts';
import { sendRequests } from './cluster/request-load.ts';
import { type Cluster, startCluster } from './cluster/start-cluster.ts';
import { upgradeCluster } from './cluster/upgrade.ts';
import { type Monitoring, MONITORING_COMMANDS, startMonitoring } from './monitoring/start-monitoring.ts';
import { errorText, UserError } from './user-error.ts';
import { findStateFolder } from './state/folder.ts';

const started = performance.now();
const print = (line: string): void => console.log(line);
const printStep = (line: string): void =>
  print(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);

/** Starts the cluster in this process, serves commands of other terminals, and ends it at a signal or the command stop. */
async function runUntilEnd({ state, port }: Extract<ClusterCommand, { do: 'start' }>): Promise<void> {
  const missing = await installClusterPackages(printStep, MONITORING_COMMANDS);
  if (missing !== null) throw new UserError(missing);
  const end = Promise.withResolvers<void>();
  onEndSignal(() => end.resolve());
  const cluster = await startCluster({ state, port, print: printStep });
  const monitoring = await startMonitoring(cluster).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  const addresses = { ...cluster.addresses, ...monitoring.addresses };
  const stopped = Promise.withResolvers<void>();
  const commands = await serveCommands(state, async (request, reply) => {
    if (request.do === 'stop') {
      end.resolve();
      await stopped.promise;
    } else await handleCommand(cluster, addresses, request, reply);
  });
  for (const line of addressLines(addresses)) print(`  ${line}`);
  print('The cluster is ready');
  await end.promise;
  print('Stopping …');
  commands.close();
  monitoring.close();
  await cluster.stop().finally(() => stopped.resolve());
  print('The cluster has stopped; its data is removed.');
}

type AllAddresses = Cluster['addresses'] & Monitoring['addresses'];

async function handleCommand(
  cluster: Cluster,
  addresses: AllAddresses,
  request: Exclude<ClusterRequest, { do: 'stop' }>,
  reply: (line: string) => void,
): Promise<void> {
  if (request.do === 'status') {
    reply(describeMembers(await cluster.members()));
    addressLines(addresses).forEach(reply);
  } else await failCluster(cluster, request.failure, request.seconds, reply);
}

function addressLines(addresses: AllAddresses): readonly string[] {
  const lines = [
    ['API', addresses.api],
    ['database', addresses.database],
    ['sandbox', addresses.sandbox],
    ['mailbox', addresses.mailbox],
    ['Prometheus', addresses.prometheus],
    ['Alertmanager', addresses.alertmanager],
  ] as const;
  return lines.map(([name, address]) => `${name.padEnd(12)} ${address}`);
}

/** Calls `end` at Ctrl-C, kill(1) and the end of the terminal, which then do not kill this process: it removes the cluster first. */
function onEndSignal(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/**
 * Starts a cluster of an earlier release, upgrades it to this checkout while requests are sent, and ends it, at a signal too. Throws if a
 * request failed or a signal interrupted it.
 */
async function upgradeUnderLoad({
  state,
  port,
  from,
}: Extract<ClusterCommand, { do: 'upgrade' }>): Promise<void> {
  const missing = await installClusterPackages(printStep);
  if (missing !== null) throw new UserError(missing);
  const { commit, program, missingMigrations } = await earlierRelease(from);
  printStep(`from ${commit}, ${missingMigrations} migrations behind`);
  const interrupted = new AbortController();
  onEndSignal(() => {
    if (!interrupted.signal.aborted) print('Stopping …');
    interrupted.abort(new UserError('The upgrade was interrupted.'));
  });
  const cluster = await startCluster({ state, port, print: printStep, program });
  try {
    const load = sendRequests(cluster.addresses.api);
    try {
      await upgradeCluster(cluster, printStep, interrupted.signal);
    } finally {
      await load.stop();
    }
    const { sent, failures } = await load.stop();
    printStep(`${sent} requests, ${failures.length} failed`);
    if (failures.length > 0) throw new UserError([...new Set(failures)].join('\n'));
  } finally {
    await cluster.stop();
  }
}

async function sendToRunning(command: Exclude<ClusterCommand, { do: 'start' | 'upgrade' }>): Promise<void> {
  const { state, ...request } = command;
  if (await sendCommand(state, request, print)) return;
  if (request.do !== 'stop') throw new UserError('No cluster runs here: start one with npm run cluster.');
  await removeLeftovers(state);
}

/** Removes what a cluster left whose process was killed. */
async function removeLeftovers(state: string): Promise<void> {
  const folder = findStateFolder(state);
  if (folder === null) return print('No cluster runs here.');
  if (!existsSync(folder.secrets)) throw new UserError(`${state} is not the folder of a cluster.`);
  await destroyNetwork(folder.id);
  await unmountDisks(folder.root);
  await rm(folder.root, { recursive: true, force: true });
  print('Removed the rest of a cluster.');
}

try {
  const parsed = parseArguments(process.argv.slice(2), process.cwd());
  if (!parsed.ok) throw new UserError(`${parsed.error}\n${USAGE}`);
  if (parsed.value.do === 'start') await runUntilEnd(parsed.value);
  else if (parsed.value.do === 'upgrade') await upgradeUnderLoad(parsed.value);
  else await sendToRunning(parsed.value);
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
