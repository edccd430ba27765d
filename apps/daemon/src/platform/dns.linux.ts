import { type FSWatcher, watch } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dns } from './dns.ts';
import { isOurs, resolvConfFor, restoration } from './resolv-conf.ts';

/**
 * Resolvers by the file that the C library reads. It is written in place: where it is a bind mount (containers, network
 * namespaces) nothing can be renamed over it, and where it is a link its target is what programs read.
 * The original is kept in the state folder first, so that a crash at any point loses nothing.
 */
export function fileDns(path: string, stateDir: string, log: (line: string) => void): Dns {
  const keptFile = join(stateDir, 'resolv.conf.original');
  let watcher: FSWatcher | null = null;
  let wanted: string | null = null;
  let kept: { readonly original: string | null } | null = null;

  /** The kept original: from memory, or from disk where an earlier process left it. */
  async function keptOriginal(): Promise<{ readonly original: string | null } | null> {
    if (kept !== null) return kept;
    const text = await readOrNull(keptFile);
    if (text !== null) kept = JSON.parse(text) as { original: string | null };
    return kept;
  }

  async function keep(original: string | null): Promise<void> {
    await writeFile(`${keptFile}.new`, JSON.stringify({ original }), { mode: 0o600 });
    await rename(`${keptFile}.new`, keptFile);
    kept = { original };
  }

  /** Someone wrote over ours while the tunnel is up: theirs is what comes back later, ours is what holds now. */
  async function onChange(): Promise<void> {
    const current = await readOrNull(path);
    if (wanted === null || current === null || current === wanted || isOurs(current)) return;
    // Whoever truncates and then writes shows an empty file in between.
    if (current === '') return;
    log(`${path} was rewritten by another program; Comet put the tunnel's resolver back`);
    await keep(current);
    if (wanted !== null) await writeFile(path, wanted);
  }

  return {
    async use(servers) {
      const ours = resolvConfFor(servers);
      const current = await readOrNull(path);
      if (current === null || !isOurs(current)) await keep(current);
      await writeFile(path, ours);
      wanted = ours;
      watcher?.close();
      watcher = watch(path, { persistent: false }, () => {
        onChange().catch((error: unknown) => log(`cannot keep ${path}: ${String(error)}`));
      });
      watcher.on('error', (error) => log(`cannot watch ${path}: ${error.message}`));
    },
    async restore() {
      wanted = null;
      watcher?.close();
      watcher = null;
      const step = restoration(await readOrNull(path), await keptOriginal());
      if (step.do === 'nothing') return;
      if (step.do === 'leave-theirs') log(`${path} was rewritten by another program and stays as it is`);
      else await writeFile(path, step.content);
      await rm(keptFile, { force: true });
      kept = null;
    },
  };
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
