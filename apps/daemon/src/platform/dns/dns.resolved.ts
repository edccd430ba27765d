import type { Log } from '@comet/foundation/log';
import { formatIp, taskQueue, parseIp, reasonOf } from '@comet/foundation';
import type { Dns } from './dns.ts';
import type { RunTool } from '../system/run-tool.ts';
import { type WatchFile, watchByInotify } from '../files/watch-file.ts';

/** systemd-resolved rewrites this file when its resolvers change, and when it starts. */
const summary = '/run/systemd/resolve/resolv.conf';

/** The error of resolvectl for a missing link: systemd-resolved dropped its resolvers with it. */
const linkIsGone = /No such device/i;

/**
 * Resolvers by systemd-resolved: our link answers for every name (`~.`), so no other link's resolver is queried. `revert`
 * removes a link's configuration, as does removal of the link.
 */
export function resolvedDns(
  defaultLink: string,
  run: RunTool,
  log: Log,
  watchFile: WatchFile = watchByInotify,
): Dns {
  let link = defaultLink;
  let wanted: readonly string[] | null = null;
  let stopWatching = (): void => undefined;
  const next = taskQueue();

  async function resolvectl(...args: readonly string[]): Promise<void> {
    const { code, stderr } = await run('resolvectl', args);
    if (code !== 0) throw new Error(`resolvectl ${args[0]}: ${stderr.trim() || 'no output'}`);
  }

  async function setResolvers(servers: readonly string[]): Promise<void> {
    await resolvectl('dns', link, ...servers);
    await resolvectl('domain', link, '~.');
    await resolvectl('default-route', link, 'yes');
    // The gateway's resolver is inside the tunnel already, and supports plain DNS only.
    await resolvectl('dnsovertls', link, 'no');
    await resolvectl('flush-caches');
  }

  /** Whether another program changed our link's configuration. */
  async function isChanged(servers: readonly string[]): Promise<boolean> {
    const [dns, domain] = await Promise.all([
      run('resolvectl', ['dns', link]),
      run('resolvectl', ['domain', link]),
    ]);
    if (linkIsGone.test(dns.stderr)) return false;
    return valueOf(dns.stdout) !== servers.join(' ') || !valueOf(domain.stdout).split(' ').includes('~.');
  }

  /** A removed link changes the file too: OpenVPN's is removed with its client, before `restore`. */
  async function onRewrite(): Promise<void> {
    if (wanted === null || !(await isChanged(wanted))) return;
    log.warn('Another program changed the resolvers in systemd-resolved; Comet restored those of the tunnel');
    await setResolvers(wanted);
  }

  function reportFailure(error: unknown): void {
    if (!linkIsGone.test(String(error)))
      log.error({ reason: reasonOf(error) }, 'The resolvers cannot be kept');
  }

  return {
    use: (servers, through) =>
      next(async () => {
        link = through;
        const listed = asListed(servers);
        await setResolvers(listed);
        wanted = listed;
        stopWatching();
        stopWatching = watchFile(summary, () => {
          next(onRewrite).catch(reportFailure);
        });
      }),
    restore: () =>
      next(async () => {
        wanted = null;
        stopWatching();
        stopWatching = () => undefined;
        const { code, stderr } = await run('resolvectl', ['revert', link]);
        // Without the link, or without the service, our configuration no longer exists.
        if (
          code !== 0 &&
          !/No such device|not found|not running|not provided|Failed to connect/i.test(stderr)
        )
          throw new Error(`resolvectl revert: ${stderr.trim() || 'no output'}`);
        if (code === 0) await run('resolvectl', ['flush-caches']);
      }),
  };
}

/**
 * Returns resolvers as systemd-resolved lists them, each once and in its shortest form; another form would look like a change by others.
 */
function asListed(servers: readonly string[]): readonly string[] {
  const listed = servers.map((server) => {
    const address = parseIp(server);
    return address === null ? server : formatIp(address);
  });
  return [...new Set(listed)];
}

/** Removes the label of `Link 7 (comet0): 100.64.0.1`; a long list continues in further lines. */
function valueOf(lines: string): string {
  return lines
    .replace(/^[^:]*\([^)]*\):/, '')
    .trim()
    .split(/\s+/)
    .join(' ');
}
