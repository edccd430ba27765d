import { accessSync, constants, readFileSync, realpathSync } from 'node:fs';
import type { Log } from '@comet/foundation/log';
import { isIp, taskQueue, reasonOf } from '@comet/foundation';
import { fileDns } from './dns.resolv-conf.ts';
import { resolvedDns } from './dns.resolved.ts';
import type { Dns } from './dns.ts';
import {
  managerOf,
  type ResolverManager,
  type ResolverEnvironment,
  nameservers,
} from './resolver-manager.ts';
import { type RunTool, runTool } from '../system/run-tool.ts';
import { type WatchFile, watchByInotify } from '../files/watch-file.ts';
import { readFile } from 'node:fs/promises';

/**
 * Sets resolvers through the machine's DNS manager; in the file itself where that fails. An earlier process may have
 * used any of them, so the first restore calls all of them.
 */
export function linuxDns(
  options: { readonly path: string; readonly stateDir: string; readonly link: string },
  log: Log,
  run: RunTool = runTool,
  readEnvironment: (path: string) => Promise<ResolverEnvironment> = resolverEnvironment,
  watchFile: WatchFile = watchByInotify,
): Dns {
  const { path, stateDir, link } = options;
  const file = fileDns(path, stateDir, log, watchFile);
  const all: Readonly<Record<ResolverManager, Dns>> = {
    resolved: resolvedDns(link, run, log, watchFile),
    resolvconf: resolvconfDns(link, path, run, log, watchFile),
    file,
  };
  /** Managers that may hold our resolvers. */
  const used = new Set<ResolverManager>(['resolved', 'resolvconf', 'file']);

  /** A manager that fails does not prevent the restore of the others. */
  async function restore(): Promise<void> {
    const { programs } = await readEnvironment(path);
    const present: Readonly<Record<ResolverManager, boolean>> = {
      resolved: programs.resolvectl !== null,
      resolvconf: programs.resolvconf !== null,
      file: true,
    };
    const requests = [...used].map(async (name) => {
      if (present[name]) await all[name].restore();
      used.delete(name);
    });
    const failed = (await Promise.allSettled(requests)).find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  return {
    async use(servers, through) {
      // Arguments and input lines of programs: only IP addresses are allowed.
      if (!servers.every(isIp)) throw new TypeError('a resolver must be an IP address');
      const manager = managerOf(await readEnvironment(path));
      used.add(manager);
      try {
        await all[manager].use(servers, through);
      } catch (error) {
        if (manager === 'file') throw error;
        log.warn(
          { manager, file: path, reason: reasonOf(error) },
          'The resolver manager failed; Comet writes the file itself',
        );
        used.add('file');
        await file.use(servers, through);
      }
    },
    restore,
  };
}

function resolverEnvironment(path: string): Promise<ResolverEnvironment> {
  return Promise.resolve({
    target: valueOr(null, () => realpathSync(path)),
    content: valueOr('', () => readFileSync(path, 'utf8')),
    programs: { resolvectl: programAt('resolvectl'), resolvconf: programAt('resolvconf') },
  });
}

function programAt(name: string): string | null {
  for (const folder of ['/usr/sbin', '/sbin', '/usr/bin', '/bin']) {
    const path = `${folder}/${name}`;
    const there = valueOr(false, () => {
      accessSync(path, constants.X_OK);
      return true;
    });
    if (there) return realpathSync(path);
  }
  return null;
}

function valueOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/**
 * Sets resolvers by resolvconf(8), openresolv's or Debian's. `-m 0 -x` (first, and exclusive) is openresolv's; Debian's puts links whose
 * name begins with `tun` before others, and the firewall refuses queries to those that it lists after ours.
 */
export function resolvconfDns(
  link: string,
  path: string,
  run: RunTool,
  log: Log,
  watchFile: WatchFile = watchByInotify,
): Dns {
  const record = `tun.${link}`;
  let wanted: readonly string[] | null = null;
  let stopWatching = (): void => undefined;
  const next = taskQueue();

  async function resolvconf(args: readonly string[], input = ''): Promise<void> {
    const { code, stderr } = await run('resolvconf', args, input);
    if (code !== 0) throw new Error(`resolvconf ${args[0]}: ${stderr.trim() || 'failed without a message'}`);
  }

  async function setResolvers(servers: readonly string[]): Promise<void> {
    await resolvconf(
      ['-a', record, '-m', '0', '-x'],
      servers.map((server) => `nameserver ${server}\n`).join(''),
    );
    const first = await firstNameserver();
    if (first !== servers[0]) throw new Error(`${path} does not begin with the tunnel's resolver afterwards`);
  }

  async function firstNameserver(): Promise<string | null> {
    return nameservers(await readFile(path, 'utf8').catch(() => ''))[0] ?? null;
  }

  async function onRewrite(): Promise<void> {
    const first = await firstNameserver();
    // Programs that truncate and then write leave the file empty in between.
    if (wanted === null || first === null || first === wanted[0]) return;
    log.warn(
      { file: path },
      'Another program rewrote the file of resolvers; Comet restored that of the tunnel',
    );
    await setResolvers(wanted);
  }

  return {
    use: (servers) =>
      next(async () => {
        await setResolvers(servers);
        wanted = servers;
        stopWatching();
        stopWatching = watchFile(path, () => {
          next(onRewrite).catch((error: unknown) =>
            log.error({ file: path, reason: reasonOf(error) }, 'The file of resolvers cannot be kept'),
          );
        });
      }),
    restore: () =>
      next(async () => {
        wanted = null;
        stopWatching();
        stopWatching = () => undefined;
        // -f: a record that is already removed is no failure.
        await resolvconf(['-d', record, '-f']);
      }),
  };
}
