import { type Clock, unixSeconds } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { type FeedFile, FeedState } from './features/feed/index.ts';
import { type Lease, LeaseTable, type LeasesFile, leasesToFile } from './features/leases/index.ts';
import { debouncedWriter } from './platform/files/debounced-writer.ts';

/**
 * Milliseconds within which a change is on disk. Leases are written whole, so many of them are written less often; that
 * the control plane was received changes every ten seconds, and a minute more or less is nothing to 72 hours.
 */
const saveWithin = {
  leases: (count: number) => 500 + count / 10,
  feed: (count: number) => count / 10,
  received: () => 60_000,
};

export interface KeptStateParts {
  readonly gatewayId: string;
  readonly feedFile: FeedFile;
  /** The leases as they were left, or null where there were none. */
  readonly leasesFile: LeasesFile | null;
  readonly files: { readonly feed: StateFile<FeedFile>; readonly leases: StateFile<LeasesFile> };
  readonly clock: Clock;
  onError(error: unknown): void;
}

/** What the gateway knows of its customers: taken up as it was left on disk, and kept there. */
export interface KeptState {
  readonly feed: FeedState;
  readonly leases: LeaseTable;
  /** Leases of before that hold no longer: they ended or were revoked meanwhile, or their place is taken. */
  readonly lost: readonly Lease[];
  leasesChanged(): void;
  feedChanged(): void;
  /** The control plane was received, and said nothing new. */
  received(): void;
  /** Writes what is still unwritten. */
  flush(): Promise<void>;
}

/** Leases are worth nothing where what is known of revocations is too old to go by. */
export function takeUpState(parts: KeptStateParts): KeptState {
  const { files, clock, onError } = parts;
  const now = unixSeconds(clock.now());
  const feed = new FeedState(parts.gatewayId, parts.feedFile);
  const leases = new LeaseTable();
  const kept = feed.isStale(now) ? null : parts.leasesFile;
  leases.restoreResting(kept?.resting ?? []);
  const lost = (kept?.leases ?? []).filter(
    (lease) => lease.sessionUntil <= now || feed.revocations.covers(lease) || !leases.restore(lease),
  );

  const feedToFile = () => feed.toFile();
  const writers = {
    leases: debouncedWriter(
      files.leases,
      () => leasesToFile(leases),
      () => saveWithin.leases(leases.size),
      onError,
    ),
    feed: debouncedWriter(files.feed, feedToFile, () => saveWithin.feed(feed.grants.size), onError),
    received: debouncedWriter(files.feed, feedToFile, saveWithin.received, onError),
  };
  return {
    feed,
    leases,
    lost,
    leasesChanged: writers.leases.soon,
    feedChanged: writers.feed.soon,
    received: writers.received.soon,
    async flush() {
      for (const writer of Object.values(writers)) await writer.flush();
    },
  };
}
