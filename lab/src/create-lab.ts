import { existsSync, closeSync, openSync } from 'node:fs';
import { mkdir, rm, writeFile, readFile } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import { echoUrl, hostNames, internet, isLabId, lan, labHosts, otherSiteUrl, zoneOf } from './addresses.ts';
import { attachLab } from './attach-lab.ts';
import { inNamespace, runOrThrow, environment } from './command.ts';
import { destroyLeftovers } from './destroy-leftovers.ts';
import type { Lab, LabDescription, LabHostName, LabOptions, LabHost } from './lab.ts';
import { namespaceFile, queryLog, resolverFolder } from './paths.ts';
import {
  addressesBatch,
  vethBatch,
  kernelSettings,
  namespacesBatch,
  resolvConf,
  routerRuleset,
} from './topology.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServersConfiguration } from './servers/dns-message.ts';

const program = fileURLToPath(new URL('./servers/main.ts', import.meta.url));

/**
 * Starts the servers of one host and resolves when their ports are open. They outlive this process and its terminal; their errors are in
 * `NAMESPACE.log` in `stateDir`. Throws with that text if they do not start.
 */
async function startServers(
  host: LabHost,
  stateDir: string,
  configuration: ServersConfiguration,
): Promise<void> {
  const log = join(stateDir, `${host.namespace}.log`);
  const diagnostics = openSync(log, 'w');
  const node = [process.execPath, program, JSON.stringify(configuration)];
  const [command = '', ...argv] = inNamespace(host.namespace, node);
  const child = spawn(command, argv, {
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', diagnostics],
  });
  closeSync(diagnostics);
  const { stdout } = child;
  if (stdout === null) throw new TypeError('The servers need a pipe to report that they are ready.');
  const ready = once(stdout, 'data').then(() => true);
  const failed = once(child, 'exit').then(() => false);
  if (!(await Promise.race([ready, failed]))) {
    throw new Error(`The servers of ${host.name} did not start: ${(await readFile(log, 'utf8')).trim()}`);
  }
  stdout.destroy();
  child.unref();
}

/**
 * Builds the lab and resolves when its servers respond. Requires what `labPrerequisites` checks. Throws if the id is
 * not 1 to 6 lower-case letters or digits or a lab of that id exists. After any other failure it removes everything.
 */
export async function createLab(options: LabOptions): Promise<Lab> {
  const { id } = options;
  if (!isLabId(id)) throw new Error(`A lab's id is 1 to 6 lower-case letters or digits, not "${id}".`);
  const hosts = labHosts(id);
  if (hostNames.some((name) => existsSync(namespaceFile(hosts[name].namespace)))) {
    throw new Error(`A lab named ${id} exists already; remove it with: node lab/src/main.ts destroy ${id}`);
  }
  const stateDir = resolve(options.stateDir);
  const description: LabDescription = { id, stateDir, hosts, echoUrl, otherSiteUrl };
  await mkdir(stateDir, { recursive: true });
  try {
    await buildNetwork(description);
    await startAllServers(description, options);
  } catch (error) {
    await destroyLeftovers(id);
    throw error;
  }
  return attachLab(description);
}

async function buildNetwork({ hosts }: LabDescription): Promise<void> {
  const onEach = (work: (name: LabHostName) => Promise<unknown>) => Promise.all(hostNames.map(work));
  const ip = (name: LabHostName, input: string) =>
    runOrThrow(['ip', '-n', hosts[name].namespace, '-batch', '-'], { input });

  await runOrThrow(['ip', '-batch', '-'], { input: namespacesBatch(hosts) });
  await onEach(async (name) => {
    const folder = resolverFolder(hosts[name].namespace);
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/resolv.conf`, resolvConf(name));
    await runOrThrow(inNamespace(hosts[name].namespace, ['sysctl', '-q', '-w', ...kernelSettings(name)]));
  });
  const veths = vethBatch(hosts);
  await Promise.all([
    ip('inet', veths.inet),
    ip('router', veths.router),
    ip('router-de', veths['router-de']),
  ]);
  await onEach((name) => ip(name, addressesBatch(hosts, name)));
  for (const name of ['router', 'router-de'] as const)
    await runOrThrow(inNamespace(hosts[name].namespace, ['nft', '-f', '-']), {
      input: routerRuleset(hosts, name),
    });
}

async function startAllServers(
  description: LabDescription,
  {
    apiSocket,
    releasesSocket,
    connectProxySocket,
  }: Pick<LabOptions, 'apiSocket' | 'releasesSocket' | 'connectProxySocket'>,
): Promise<void> {
  const { hosts, stateDir } = description;
  const zone = zoneOf(hosts);
  const both = ({ ipv4, ipv6 }: { ipv4: string; ipv6: string }) => [ipv4, ipv6];
  const relays = [
    { site: internet.api, socket: apiSocket },
    { site: internet.releases, socket: releasesSocket },
  ].flatMap(({ site, socket }) =>
    socket === undefined ? [] : [{ addresses: both(site), socket: resolve(socket) }],
  );
  const connectProxy = connectProxySocket === undefined ? null : resolve(connectProxySocket);
  // Removes the socket of a previous lab, which has no server any more.
  if (connectProxy !== null) await rm(connectProxy, { force: true });
  await Promise.all([
    rm(queryLog(description, 'inet'), { force: true }),
    rm(queryLog(description, 'router'), { force: true }),
  ]);
  await Promise.all([
    startServers(hosts.inet, stateDir, {
      dns: { addresses: both(internet.resolver), zone, log: queryLog(description, 'inet') },
      echo: [...both(internet.echo), ...both(internet.otherSite)],
      relays,
      connectProxy,
    }),
    startServers(hosts.router, stateDir, {
      dns: { addresses: both(lan.router), zone, log: queryLog(description, 'router') },
      echo: [],
      relays: [],
      connectProxy: null,
    }),
  ]);
}
