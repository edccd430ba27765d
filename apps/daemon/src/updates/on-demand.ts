import type { Log } from '@comet/foundation/log';
import { type Clock, reasonOf } from '@comet/foundation';
import type { OpenForRequest } from '../platform/admission/pinned-fetch.ts';
import type { PackageStore } from './package-store.ts';
import type { Updates } from './updates.ts';

/** Opens the sources of newer versions; null where the package has none. */
export type OpenUpdates = () => Promise<{ readonly updates: Updates; readonly store: PackageStore } | null>;

/** The settings of updates. */
interface UpdateSettings {
  /** Path of the file that names the source of releases. */
  readonly releaseFile: string;
  readonly plaintext: boolean;
  /** Folder that receives the package of a newer version. */
  readonly updateFolder: string;
}

/**
 * Opens the updater at the first request, so that a start does not load it. Logs errors of the package's release file
 * and then behaves as without one.
 */
export function updatesOnDemand(
  version: string,
  settings: UpdateSettings,
  connect: OpenForRequest,
  clock: Clock,
  log: Log,
): OpenUpdates {
  let opened: ReturnType<OpenUpdates> | null = null;
  async function open() {
    const [{ openUpdates }, { packageStore }, { platformOf, readReleaseSource }] = await Promise.all([
      import('./updates.ts'),
      import('./package-store.ts'),
      import('./release-source.ts'),
    ]);
    const source = await readReleaseSource(settings.releaseFile, settings.plaintext);
    if (source === null) return null;
    const store = packageStore(settings.updateFolder, connect);
    const platform = platformOf(process.arch);
    return { store, updates: openUpdates({ source, platform, version, store, connect, clock }) };
  }
  return () =>
    (opened ??= open().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'The check for updates failed');
      return null;
    }));
}
