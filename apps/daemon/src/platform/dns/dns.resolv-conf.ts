import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@comet/foundation/log';
import { taskQueue, isIp, reasonOf } from '@comet/foundation';
import type { Dns } from './dns.ts';
import { onDisk } from '../system/full-disk.ts';
import { type WatchFile, watchByInotify } from '../files/watch-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { writeInPlace } from '../files/write-in-place.ts';

const headline =
  '# Written by Comet while the tunnel is up. The file that was here comes back when it goes down.';

/** resolv.conf(5) that names these resolvers and nothing else: no search domains, which would reveal the LAN to them. */
export function resolvConfFor(servers: readonly string[]): string {
  for (const server of servers) if (!isIp(server)) throw new TypeError('a resolver must be an IP address');
  return [headline, ...servers.map((server) => `nameserver ${server}`), ''].join('\n');
}

/** Whether this program wrote a resolv.conf, also before a crash. */
export function isOurs(content: string): boolean {
  return content.startsWith(headline);
}

/**
 * Returns how to restore the file when the tunnel ends. `original` is the saved content (null: there was no
 * file). A file that is no longer ours was rewritten by another program with newer resolvers, and stays.
 */
export function restoration(
  current: string | null,
  kept: { readonly original: string | null } | null,
):
  | { readonly do: 'nothing' }
  | { readonly do: 'leave-theirs' }
  | { readonly do: 'write'; readonly content: string } {
  if (kept === null) return { do: 'nothing' };
  if (current !== null && !isOurs(current)) return { do: 'leave-theirs' };
  return { do: 'write', content: kept.original ?? '' };
}

/**
 * Sets resolvers in the file that the C library reads. Uses synchronous calls, since a connect waits. It is written in place: where it is a
 * bind mount (containers, network namespaces) no file can be renamed over it, and where it is a link, programs read its target. The
 * original is saved in the state folder first, so that a crash at any point loses nothing; if that fails, `use` rejects with FullDisk and
 * the file is not changed.
 */
export function fileDns(
  path: string,
  stateDir: string,
  log: Log,
  watchFile: WatchFile = watchByInotify,
  replace: typeof replaceFile = replaceFile,
): Dns {
  const keptFile = join(stateDir, 'resolv.conf.original');
  let stopWatching = (): void => undefined;
  let wanted: string | null = null;
  let kept: { readonly original: string | null } | null = null;
  /** Serialises changes: another program's rewrite must not be handled during a restore. */
  const next = taskQueue();

  /** The saved original: from memory, or from disk if an earlier process saved it. */
  async function savedOriginal(): Promise<{ readonly original: string | null } | null> {
    if (kept !== null) return kept;
    const text = readOrNull(keptFile);
    if (text === null) return null;
    kept = readKept(text);
    if (kept === null) log.error({ file: keptFile }, 'The kept copy of the resolvers is damaged');
    // An empty file, which the network's next lease fills, is better than a restore that never succeeds and leaves our resolver in place.
    kept ??= { original: null };
    return kept;
  }

  async function keep(original: string | null): Promise<void> {
    await onDisk(() => replace(keptFile, JSON.stringify({ original })));
    kept = { original };
  }

  /** Handles another program's rewrite while the tunnel is up: saves its content for the restore, and writes ours again. */
  async function onRewrite(): Promise<void> {
    const current = readOrNull(path);
    // Programs that truncate and then write leave the file empty in between.
    if (wanted === null || current === null || current === '' || isOurs(current)) return;
    log.warn(
      { file: path },
      'Another program rewrote the file of resolvers; Comet restored that of the tunnel',
    );
    await keep(current);
    writeInPlace(path, wanted);
  }

  async function use(servers: readonly string[]): Promise<void> {
    const ours = resolvConfFor(servers);
    const current = readOrNull(path);
    if (current === null || !isOurs(current)) await keep(current);
    writeInPlace(path, ours);
    wanted = ours;
    stopWatching();
    stopWatching = watchFile(path, () => {
      next(onRewrite).catch((error: unknown) =>
        log.error({ file: path, reason: reasonOf(error) }, 'The file of resolvers cannot be kept'),
      );
    });
  }

  async function restore(): Promise<void> {
    wanted = null;
    stopWatching();
    stopWatching = () => undefined;
    const step = restoration(readOrNull(path), await savedOriginal());
    if (step.do === 'nothing') return;
    if (step.do === 'leave-theirs')
      log.warn(
        { file: path },
        'Another program has rewritten the file of resolvers; Comet leaves it unchanged',
      );
    else writeInPlace(path, step.content);
    rmSync(keptFile, { force: true });
    kept = null;
  }

  return { use: (servers) => next(() => use(servers)), restore: () => next(restore) };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns null for a file that a power cut has damaged. */
function readKept(text: string): { readonly original: string | null } | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('original' in parsed)) return null;
    const { original } = parsed;
    return original === null || typeof original === 'string' ? { original } : null;
  } catch {
    return null;
  }
}
