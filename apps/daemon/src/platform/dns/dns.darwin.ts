import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { taskQueue, isIp, jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import type { Dns } from './dns.ts';
import { onDisk } from '../system/full-disk.ts';
import { address } from '../system/rule-tokens.ts';
import { replaceFile } from '../files/replace-file.ts';
import { mustRun, type RunTool } from '../system/run-tool.ts';

/** The previous resolvers of each network service, by its name; an empty list means those that the network assigns. */
const keptForm = z.record(z.string(), z.array(z.string().check(z.refine(isIp))));
type Kept = z.output<typeof keptForm>;

interface DarwinDns extends Dns {
  /** Call it after a change of network: new services get the tunnel's resolvers too. */
  follow(): Promise<void>;
}

/**
 * Resolvers by networksetup(8), for every network service. The system keeps them over a restart of the machine, so the previous ones are
 * saved on disk before any change. Names of services are the user's and may be any single line; they are passed as arguments, never as
 * parts of a command line.
 */
export function darwinDns(stateDir: string, run: RunTool): DarwinDns {
  const file = join(stateDir, 'dns.original.json');
  const exec = mustRun(run);
  const next = taskQueue();
  let wanted: readonly string[] | null = null;

  async function services(): Promise<readonly string[]> {
    const [, ...lines] = (await exec('networksetup', ['-listallnetworkservices'])).split('\n');
    // An asterisk marks a service that is switched off; it may be switched on later.
    return lines.map((line) => line.replace(/^\*/, '')).filter((line) => line !== '');
  }

  async function serversOf(service: string): Promise<string[]> {
    const output = await exec('networksetup', ['-getdnsservers', service]);
    return output.split('\n').filter((line) => isIp(line));
  }

  async function savedResolvers(): Promise<Kept> {
    const read = keptForm.safeParse(jsonOf(await readFile(file, 'utf8').catch(() => '{}')));
    return read.success ? read.data : {};
  }

  async function setResolvers(servers: readonly string[]): Promise<void> {
    const all = await services();
    const known = await savedResolvers();
    const missing = all.filter((service) => !Object.hasOwn(known, service));
    const found = await Promise.all(missing.map(async (one) => [one, await serversOf(one)] as const));
    if (missing.length > 0)
      await onDisk(() =>
        replaceFile(file, JSON.stringify({ ...known, ...Object.fromEntries(found) }), { lasting: true }),
      );
    for (const service of all) await exec('networksetup', ['-setdnsservers', service, ...servers]);
    await flushCache();
  }

  /** Returns the saved resolvers, by service. */
  async function flushCache(): Promise<void> {
    await run('dscacheutil', ['-flushcache']);
    await run('killall', ['-HUP', 'mDNSResponder']);
  }

  return {
    use: (servers) =>
      next(async () => {
        wanted = servers.map(address);
        await setResolvers(wanted);
      }),
    restore: () =>
      next(async () => {
        wanted = null;
        const before = Object.entries(await savedResolvers());
        if (before.length === 0) return;
        const there = new Set(await services());
        for (const [service, servers] of before)
          if (there.has(service))
            await exec('networksetup', [
              '-setdnsservers',
              service,
              ...(servers.length > 0 ? servers : ['Empty']),
            ]);
        await rm(file, { force: true });
        await flushCache();
      }),
    follow: () => next(async () => (wanted === null ? undefined : setResolvers(wanted))),
  };
}
