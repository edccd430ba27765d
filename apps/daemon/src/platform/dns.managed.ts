import { accessSync, constants, readFileSync, realpathSync } from 'node:fs';
import { isIp } from '@comet/foundation';
import { fileDns } from './dns.linux.ts';
import { resolvconfDns } from './dns.resolvconf.ts';
import { resolvedDns } from './dns.resolved.ts';
import type { Dns } from './dns.ts';
import { managerOf, type ResolverManager, type ResolverTraces } from './resolver-manager.ts';
import { type RunTool, runTool } from './run-tool.ts';
import { type WatchFile, watchByInotify } from './watch-file.ts';

/**
 * Resolvers by whoever keeps them on this machine; by the file itself where a manager cannot do it. An earlier process may have
 * used any of them, so the first restore asks all.
 */
export function linuxDns(
  options: { readonly path: string; readonly stateDir: string; readonly link: string },
  log: (line: string) => void,
  run: RunTool = runTool,
  look: (path: string) => Promise<ResolverTraces> = tracesOf,
  watchFile: WatchFile = watchByInotify,
): Dns {
  const { path, stateDir, link } = options;
  const file = fileDns(path, stateDir, log, watchFile);
  const all: Readonly<Record<ResolverManager, Dns>> = {
    resolved: resolvedDns(link, run, log, watchFile),
    resolvconf: resolvconfDns(link, path, run, log, watchFile),
    file,
  };
  /** Those that may hold something of ours. */
  const used = new Set<ResolverManager>(['resolved', 'resolvconf', 'file']);

  /** One that fails does not keep the others from being asked. */
  async function restore(): Promise<void> {
    const { programs } = await look(path);
    const present: Readonly<Record<ResolverManager, boolean>> = {
      resolved: programs.resolvectl !== null,
      resolvconf: programs.resolvconf !== null,
      file: true,
    };
    const asked = [...used].map(async (name) => {
      if (present[name]) await all[name].restore();
      used.delete(name);
    });
    const failed = (await Promise.allSettled(asked)).find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  return {
    async use(servers, through) {
      // Words and lines for programs: nothing else may become one.
      if (!servers.every(isIp)) throw new TypeError('a resolver must be an IP address');
      const manager = managerOf(await look(path));
      used.add(manager);
      try {
        await all[manager].use(servers, through);
      } catch (error) {
        if (manager === 'file') throw error;
        log(
          `${manager}: ${error instanceof Error ? error.message : String(error)}; Comet writes ${path} itself`,
        );
        used.add('file');
        await file.use(servers, through);
      }
    },
    restore,
  };
}

function tracesOf(path: string): Promise<ResolverTraces> {
  return Promise.resolve({
    target: orElse(null, () => realpathSync(path)),
    content: orElse('', () => readFileSync(path, 'utf8')),
    programs: { resolvectl: programAt('resolvectl'), resolvconf: programAt('resolvconf') },
  });
}

function programAt(name: string): string | null {
  for (const folder of ['/usr/sbin', '/sbin', '/usr/bin', '/bin']) {
    const path = `${folder}/${name}`;
    const there = orElse(false, () => {
      accessSync(path, constants.X_OK);
      return true;
    });
    if (there) return realpathSync(path);
  }
  return null;
}

function orElse<T>(otherwise: T, look: () => T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
