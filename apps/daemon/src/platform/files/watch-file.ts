import { type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Calls back when the file may have changed, until the returned function is called. */
export type WatchFile = (path: string, onChange: () => void) => () => void;

/**
 * Watches a file through all changes by network managers: writing into it, renaming another over it, deleting
 * and recreating it, at its own path or at a link's target. The folders report names; the file itself is watched
 * too, because a mount over it (containers, network namespaces) is not reported by its folder.
 */
export const watchByInotify: WatchFile = (path, onChange) => {
  let watchers: FSWatcher[] = [];
  const close = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };

  function watchFolder(folder: string, isRelevant: (name: string | null) => boolean): void {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        if (!isRelevant(name)) return;
        // Another file may have this name now: the watch on the old one would stay silent.
        if (event === 'rename') arm();
        onChange();
      });
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // The file does not exist. The watch on its folder reports its creation.
    }
  }

  function arm(): void {
    close();
    const target = targetOf(path);
    for (const file of new Set([path, target])) watchFolder(dirname(file), (name) => name === basename(file));
    watchFolder(target, () => true);
  }

  arm();
  return close;
};

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
