import type { Clock } from '@comet/foundation';
import { version } from '../version.ts';
import type { UpdateCommandParts } from '../rpc/commands/update-commands.ts';
import type { Settings } from '../settings.ts';

/**
 * Opens what newer versions need when somebody asks for them first: a start does without. Logs what is wrong with the package's own file
 * of where they come from, and is then as without one.
 */
export function updatesOnDemand(
  settings: Settings,
  clock: Clock,
  log: (line: string) => void,
): UpdateCommandParts['open'] {
  let opened: ReturnType<UpdateCommandParts['open']> | null = null;
  async function open() {
    const [{ openUpdates }, { packageStore }, { platformOf, readReleaseSource }] = await Promise.all([
      import('./updates.ts'),
      import('./package-store.ts'),
      import('./release-source.ts'),
    ]);
    const source = await readReleaseSource(settings.releaseFile, settings.plaintext);
    if (source === null) return null;
    const store = packageStore(settings.updateFolder);
    const platform = platformOf(process.arch);
    return { store, updates: openUpdates({ source, platform, version, store, clock }) };
  }
  return () =>
    (opened ??= open().catch((error: unknown) => {
      log(`updates: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }));
}
