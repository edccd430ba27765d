import { readFile } from 'node:fs/promises';
import { inTurn } from '@comet/foundation';
import type { Dns } from './dns.ts';
import { nameservers } from './resolver-manager.ts';
import type { RunTool } from './run-tool.ts';
import { type WatchFile, watchByInotify } from './watch-file.ts';

/**
 * Resolvers by resolvconf(8), openresolv's or Debian's. `-m 0 -x` (first, and alone) is openresolv's; Debian's puts links whose
 * name begins with `tun` before others, and what it still lists after ours the firewall refuses at once.
 */
export function resolvconfDns(
  link: string,
  path: string,
  run: RunTool,
  log: (line: string) => void,
  watchFile: WatchFile = watchByInotify,
): Dns {
  const record = `tun.${link}`;
  let wanted: readonly string[] | null = null;
  let stopWatching = (): void => undefined;
  const next = inTurn();

  async function say(args: readonly string[], input = ''): Promise<void> {
    const { code, stderr } = await run('resolvconf', args, input);
    if (code !== 0) throw new Error(`resolvconf ${args[0]}: ${stderr.trim() || 'failed without a message'}`);
  }

  async function put(servers: readonly string[]): Promise<void> {
    await say(['-a', record, '-m', '0', '-x'], servers.map((server) => `nameserver ${server}\n`).join(''));
    const first = await firstNameserver();
    if (first !== servers[0]) throw new Error(`${path} does not begin with the tunnel's resolver afterwards`);
  }

  async function firstNameserver(): Promise<string | null> {
    return nameservers(await readFile(path, 'utf8').catch(() => ''))[0] ?? null;
  }

  async function answerRewrite(): Promise<void> {
    const first = await firstNameserver();
    // Whoever truncates and then writes shows an empty file in between.
    if (wanted === null || first === null || first === wanted[0]) return;
    log(`${path} was rewritten by another program; Comet put the tunnel's resolver back`);
    await put(wanted);
  }

  return {
    use: (servers) =>
      next(async () => {
        await put(servers);
        wanted = servers;
        stopWatching();
        stopWatching = watchFile(path, () => {
          next(answerRewrite).catch((error: unknown) => log(`cannot keep ${path}: ${String(error)}`));
        });
      }),
    restore: () =>
      next(async () => {
        wanted = null;
        stopWatching();
        stopWatching = () => undefined;
        // -f: a record that is gone already is no failure.
        await say(['-d', record, '-f']);
      }),
  };
}
