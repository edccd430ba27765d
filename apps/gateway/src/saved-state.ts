import { type Clock, unixSeconds } from '@comet/foundation';
import {
  type FeedChange,
  type FeedEffect,
  feedChange,
  type FeedFile,
  feedFile,
  FeedState,
  replayFeed,
  withoutDamagedState,
} from './features/feed/index.ts';
import {
  type Lease,
  LeaseTable,
  type LeasesChange,
  leasesChange,
  type LeasesFile,
  leasesFile,
  leasesToChange,
  leasesToFile,
  replayLeases,
  withoutDamagedLeases,
} from './features/leases/index.ts';
import { debouncedWriter } from './platform/files/debounced-writer.ts';
import { type JournaledFile, journaledFile, type SaveSource } from './platform/files/journaled-file.ts';

export type FeedStateFile = JournaledFile<FeedFile, FeedChange>;
export type LeasesStateFile = JournaledFile<LeasesFile, LeasesChange>;

/** Another name of the file, and bytes of its journal after which the whole file is written. */
type FileOptions = { readonly name?: string; readonly limit?: () => number };

export const openFeedFile = (folder: string, options: FileOptions = {}): FeedStateFile =>
  journaledFile({
    ...{ folder, name: 'feed.json', content: feedFile, change: feedChange, replay: replayFeed },
    ...options,
  });

export const openLeasesFile = (folder: string, options: FileOptions = {}): LeasesStateFile =>
  journaledFile({
    ...{ folder, name: 'leases.json', content: leasesFile, change: leasesChange, replay: replayLeases },
    ...options,
  });

/**
 * Milliseconds within which a change is saved. The time of the last heartbeat changes every ten seconds; a minute of delay is negligible
 * against the limit of 72 hours. A journal contains ended sessions in the order of their end, which must not become a log of connections:
 * ten minutes after a change, which is also the quarantine of an address, the whole state is written.
 */
const saveDelay = { leases: 500, feed: 100, received: 60_000, whole: 600_000 };

/** Seconds of quarantine for the hosts of leases that were lost with a damaged journal. */
const quarantineAfterDamage = 3600;

interface SavedStateParts {
  readonly gatewayId: string;
  readonly feedFile: FeedFile;
  /** The saved leases, or null where there are none. */
  readonly leasesFile: LeasesFile | null;
  readonly files: { readonly feed: FeedStateFile; readonly leases: LeasesStateFile };
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
  /** Call after each line of the feed. */
  received(effect: FeedEffect): void;
  /** Writes the whole state if it changed. */
  flush(): Promise<void>;
}

/**
 * Reads the feed's state. With a damaged journal the gateway accepts no one until the control plane has sent a new snapshot; `onDamage`
 * receives a sentence. Null if the file does not exist.
 */
export async function readFeedFile(
  file: Pick<FeedStateFile, 'read'>,
  onDamage: (reason: string) => void,
): Promise<FeedFile | null> {
  const read = await file.read();
  if (read === null || read.damage === null) return read?.content ?? null;
  onDamage(read.damage);
  return withoutDamagedState(read.content);
}

/** Reads the leases. With a damaged journal there are none, and clients register again; `onDamage` receives a sentence. */
export async function readLeasesFile(
  file: Pick<LeasesStateFile, 'read'>,
  clock: Clock,
  onDamage: (reason: string) => void,
): Promise<LeasesFile | null> {
  const read = await file.read();
  if (read === null || read.damage === null) return read?.content ?? null;
  onDamage(read.damage);
  return withoutDamagedLeases(read.content, unixSeconds(clock.now()) + quarantineAfterDamage);
}

/** Returns what a save of the leases writes. */
export function leasesSource(leases: LeaseTable): SaveSource<LeasesFile, LeasesChange> {
  return {
    change: () => leasesToChange(leases),
    whole() {
      leases.takeChanged();
      return leasesToFile(leases);
    },
  };
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

  /** Changes of the feed since the last save; null where the whole state must be saved. */
  let changes: FeedChange['changes'] | null = [];
  const feedState = {
    change() {
      const taken = changes;
      changes = [];
      const { cursor, broadcast, receivedAt } = feed;
      return taken === null ? null : { cursor, broadcast, receivedAt, changes: taken };
    },
    whole() {
      changes = [];
      return feed.toFile();
    },
  };
  const leasesState = leasesSource(leases);
  const wholeOf = <T>({ whole }: { whole(): T }) => ({ change: () => null, whole });
  const writer = (save: () => Promise<void>, delay: number) => debouncedWriter(save, delay, onError);
  const writers = {
    leases: writer(() => files.leases.save(leasesState), saveDelay.leases),
    feed: writer(() => files.feed.save(feedState), saveDelay.feed),
    received: writer(() => files.feed.save(feedState), saveDelay.received),
    wholeLeases: writer(() => files.leases.save(wholeOf(leasesState)), saveDelay.whole),
    wholeFeed: writer(() => files.feed.save(wholeOf(feedState)), saveDelay.whole),
  };
  return {
    feed,
    leases,
    lost,
    leasesChanged() {
      writers.leases.schedule();
      writers.wholeLeases.schedule();
    },
    received(effect) {
      if (effect.kind === 'alive') return writers.received.schedule();
      writers.wholeFeed.schedule();
      const changed = changesOf(effect);
      if (changed === null) changes = null;
      else changes?.push(...changed);
      writers.feed.schedule();
    },
    async flush() {
      for (const one of Object.values(writers)) await one.flush();
    },
  };
}

/** The changes that the journal stores; null for one that changes too much. */
function changesOf(effect: Exclude<FeedEffect, { kind: 'alive' }>): FeedChange['changes'] | null {
  switch (effect.kind) {
    case 'revoked': {
      const { change, withdrawn } = effect;
      return withdrawn === null ? [change] : [change, { withdraw: withdrawn.id }];
    }
    case 'granted':
      return [{ grant: effect.grant }];
    case 'withdrawn':
      return [{ withdraw: effect.grant.id }];
    case 'replaced':
    case 'keys':
      return null;
  }
}
