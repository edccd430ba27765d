import { type Clock, unixSeconds } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { type FeedFile, FeedState } from './features/feed/index.ts';
import { type Lease, LeaseTable, type LeasesFile, leasesToFile } from './features/leases/index.ts';
import { debouncedWriter } from './platform/files/debounced-writer.ts';

/**
 * Milliseconds within which a change is saved. All leases are written at once, so that many of them are written less often. The time of
 * the last heartbeat changes every ten seconds; a minute of delay is negligible against the limit of 72 hours.
 */
const saveDelay = {
  leases: (count: number) => 500 + count / 10,
  feed: (count: number) => count / 10,
  received: () => 60_000,
};

interface SavedStateParts {
  readonly gatewayId: string;
  readonly feedFile: FeedFile;
  /** The saved leases, or null where there are none. */
  readonly leasesFile: LeasesFile | null;
  readonly files: { readonly feed: StateFile<FeedFile>; readonly leases: StateFile<LeasesFile> };
  readonly clock: Clock;
  onError(error: unknown): void;
}

/** The gateway's state that survives a restart: the feed's state and the leases. */
interface SavedState {
  readonly feed: FeedState;
  readonly leases: LeaseTable;
  /** Saved leases that are no longer valid: they expired or were revoked meanwhile, or their address is in use. */
  readonly lost: readonly Lease[];
  leasesChanged(): void;
  feedChanged(): void;
  /** A heartbeat of the control plane arrived without a change. */
  received(): void;
  /** Writes pending changes. */
  flush(): Promise<void>;
}

/** Restores the saved state. Leases are dropped where the feed's state is stale, since they may have been revoked. */
export function restoreState(parts: SavedStateParts): SavedState {
  const { files, clock, onError } = parts;
  const now = unixSeconds(clock.now());
  const feed = new FeedState(parts.gatewayId, parts.feedFile);
  const leases = new LeaseTable();
  const kept = feed.isStale(now) ? null : parts.leasesFile;
  leases.restoreQuarantine(kept?.resting ?? []);
  const lost = (kept?.leases ?? []).filter(
    (lease) => lease.sessionUntil <= now || feed.revocations.covers(lease) || !leases.restore(lease),
  );

  const feedToFile = () => feed.toFile();
  const writers = {
    leases: debouncedWriter(
      files.leases,
      () => leasesToFile(leases),
      () => saveDelay.leases(leases.size),
      onError,
    ),
    feed: debouncedWriter(files.feed, feedToFile, () => saveDelay.feed(feed.grants.size), onError),
    received: debouncedWriter(files.feed, feedToFile, saveDelay.received, onError),
  };
  return {
    feed,
    leases,
    lost,
    leasesChanged: writers.leases.schedule,
    feedChanged: writers.feed.schedule,
    received: writers.received.schedule,
    async flush() {
      for (const writer of Object.values(writers)) await writer.flush();
    },
  };
}
