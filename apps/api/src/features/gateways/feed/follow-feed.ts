import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedMessage, GrantKind } from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { StreamLine } from '../../../platform/http/requests/line-stream.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { createSealer } from '../../../platform/keys/seal.ts';
import { revocationLifeSeconds } from './change-feed.store.ts';
import { changeLine, feedLine, keysMessage, publishedBy, snapshotParts } from './feed-lines.ts';
import type { FeedReader } from './feed-reader.ts';
import type { FeedWake } from './feed-wake.ts';
import type { FollowedGateway } from './followed-gateway.ts';
import { Heartbeats } from './heartbeats.ts';
import { advanceCursor } from './advance-cursor.store.ts';
import { snapshotOf } from './read-feed.store.ts';
import { snapshotInChunks } from './snapshot-stream.ts';

export interface FeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Pick<Keys, 'tickets' | 'feeds' | 'openvpn' | 'seal'>;
  readonly wake: FeedWake;
  readonly feedReader: FeedReader;
  /** Milliseconds between heartbeats; 10,000 in service. */
  readonly heartbeatMs: number;
}

/** A gateway, its cursor (0 for none), and the kinds of grants that it supports. */
export interface Follower {
  readonly gatewayId: string;
  readonly cursor: number;
  readonly kinds: readonly GrantKind[];
  /** Whether it supports revocations of accounts. */
  readonly takesAccounts: boolean;
  /** 1 by default: without broadcasts, and snapshots in signed parts. 2 requires `takesAccounts`. */
  readonly format?: 1 | 2;
  /** The first characters of the digests of chunks that the gateway has kept from an interrupted snapshot. */
  readonly kept?: readonly string[];
}

/**
 * Yields the lines of one gateway's feed: the current keys, then the changes since its cursor (or a snapshot), then changes as they are
 * committed, with heartbeats in between. Ends when the signal is aborted. A consumer that reads slowly holds one page of changes; the next
 * one is read from its cursor when it is needed.
 */
export async function* followFeed(
  deps: FeedDeps,
  follower: Follower,
  signal: AbortSignal,
): AsyncGenerator<StreamLine> {
  const { gateway, close } = deps.feedReader.follow(follower);
  try {
    yield* linesFor(deps, follower, gateway, signal);
  } catch (error) {
    // A read that was waiting when the stream ended.
    if (!signal.aborted) throw error;
  } finally {
    close();
  }
}

async function* linesFor(
  deps: FeedDeps,
  follower: Follower,
  gateway: FollowedGateway,
  signal: AbortSignal,
): AsyncGenerator<StreamLine> {
  const { db, clock, keys, feedReader, wake } = deps;
  const { gatewayId, kinds, takesAccounts, format = 1 } = follower;
  const source = { db, sealer: createSealer(keys.seal), kinds };
  const since = () => unixSeconds(clock.now()) - revocationLifeSeconds;
  const line = (message: FeedMessage) => feedLine(keys, message);
  const [opened, version] = await Promise.all([
    feedReader.inForce(gatewayId, signal),
    feedReader.keysVersion(publishedBy(keys).hash, signal),
  ]);
  const keysLine = line(keysMessage(keys, gatewayId, version));
  yield keysLine;

  let cursor = follower.cursor === 0 ? null : follower.cursor;
  const position = () => cursor ?? 0;
  const heartbeats = new Heartbeats(deps, source, follower, gateway);
  /**
   * Waits for a read that may wait for those of other streams. A gateway takes a stream without lines for dead after two and a half
   * heartbeats, and would wait again from the beginning: it gets the keys again meanwhile.
   */
  async function* withKeepAlive<T>(work: Promise<T>): AsyncGenerator<StreamLine, T> {
    const result = work.then((value) => ({ value }));
    for (;;) {
      const settled = new AbortController();
      const tick = sleep(deps.heartbeatMs, null, { signal: settled.signal }).catch(() => null);
      const done = await Promise.race([result, tick]).finally(() => settled.abort());
      if (done !== null) return done.value;
      yield keysLine;
    }
  }
  /** Waits for `work` or an announcement beyond `seen`. */
  async function untilAnnounced(seen: number, work: Promise<void>): Promise<void> {
    const done = new AbortController();
    const settled = work.finally(() => done.abort());
    // A failure after an announcement is met by the next wait.
    settled.catch(() => undefined);
    await wake.next(gatewayId, seen, 2 * deps.heartbeatMs, AbortSignal.any([signal, done.signal]));
    if (done.signal.aborted) await settled;
  }
  function withBroadcast(heartbeat: FeedMessage, at: number): FeedMessage {
    const broadcast = format === 2 ? feedReader.lastBroadcast(at) : null;
    return heartbeat.type !== 'heartbeat' || broadcast === null ? heartbeat : { ...heartbeat, broadcast };
  }
  let settings = wake.settings(gatewayId);
  while (!signal.aborted) {
    const seen = wake.announced(gatewayId);
    if (wake.settings(gatewayId) !== settings) heartbeats.expedite();
    settings = wake.settings(gatewayId);
    const isDue = heartbeats.isDue();
    const [inForce, page] = await Promise.all([
      isDue ? feedReader.inForce(gatewayId, signal) : opened,
      cursor === null ? null : feedReader.changesAfter({ gatewayId, cursor, takesAccounts }, signal),
    ]);
    // The credential was checked when the stream began, possibly days ago: the stream ends if it was rotated or retired since.
    if (opened === null || inForce?.credential.equals(opened.credential) !== true) return;
    if (page === null || page.kind === 'outdated') {
      const ahead = page?.isAhead === true ? cursor : null;
      if (ahead !== null) yield* withKeepAlive(feedReader.large(signal, () => advanceCursor(db, ahead)));
      if (format === 2) {
        const kept = new Set(follower.kept);
        const request = {
          ...{ keys, feedReader, source, gatewayId, kept, signal, since },
          wait: withKeepAlive,
        };
        cursor = yield* snapshotInChunks(request, gateway);
        continue;
      }
      const snapshot = yield* withKeepAlive(
        feedReader.large(signal, () => snapshotOf(source, follower, since())),
      );
      gateway.replace(snapshot);
      ({ cursor } = snapshot);
      for (const part of snapshotParts(gatewayId, snapshot)) yield line(part);
      continue;
    }
    for (const change of page.changes) {
      const made = changeLine(keys, { gatewayId, format }, change, source);
      if (made !== null) yield made;
    }
    ({ cursor } = page);
    if (!page.isComplete) continue;
    const heartbeat = isDue ? heartbeats.at(cursor, inForce.portForwarding) : null;
    if (heartbeat !== null) yield line(withBroadcast(heartbeat, cursor));
    if (isDue && heartbeat === null)
      yield* withKeepAlive(untilAnnounced(seen, heartbeats.prepare(position, signal)));
    else await wake.next(gatewayId, seen, heartbeats.delay(), signal);
  }
}
