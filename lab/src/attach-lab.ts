import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { startCapture } from './capture.ts';
import { environment, inNamespace, run } from './command.ts';
import { destroyLeftovers } from './destroy-leftovers.ts';
import type { DnsQuery, Lab, LabDescription, LabHostName } from './lab.ts';
import { queryLog } from './paths.ts';

/** Returns the lab of a description. Does not check whether it still exists. */
export function attachLab(description: LabDescription): Lab {
  const { id, hosts, echoUrl, otherSiteUrl } = description;
  const started = new Set<ChildProcess>();
  const variables = (host: LabHostName, more: Record<string, string> = {}) => ({
    ...description.env?.[host],
    ...more,
  });

  return {
    id,
    hosts,
    echoUrl,
    otherSiteUrl,
    spawn(host, argv, options = {}) {
      const [program = '', ...rest] = inNamespace(hosts[host].namespace, argv);
      const { env, ...others } = options;
      const child = spawn(program, rest, { ...others, env: environment(variables(host, env)) });
      started.add(child);
      for (const end of ['exit', 'error']) child.once(end, () => started.delete(child));
      return child;
    },
    exec: (host, argv, options = {}) =>
      run(inNamespace(hosts[host].namespace, argv), { ...options, env: variables(host, options.env) }),
    capture: (host, iface, filter) => startCapture(hosts[host], iface, filter),
    async dnsQueries() {
      const logs = await Promise.all([
        readQueries(queryLog(description, 'inet')),
        readQueries(queryLog(description, 'router')),
      ]);
      return logs.flat().sort((one, other) => one.at.localeCompare(other.at));
    },
    describe: () => structuredClone(description),
    async destroy() {
      // `ip netns pids` does not list processes that have not entered the namespace yet.
      for (const child of started) child.kill('SIGTERM');
      await destroyLeftovers(id);
    },
  };
}

async function readQueries(file: string): Promise<DnsQuery[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A resolver creates its log at the first query.
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DnsQuery);
}
