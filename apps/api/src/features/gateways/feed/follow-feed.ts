import { SetDigest } from '@comet/admission';
import { type FeedMessage, type GrantKind, grantLine } from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { createSealer } from '../../../platform/keys/seal.ts';
import { revocationLifeSeconds } from './change-feed.store.ts';
import { changeLine, feedLine, keysMessage, publishedBy, snapshotParts } from './feed-lines.ts';
import type { FeedReader } from './feed-reader.ts';
import type { FeedWake } from './feed-wake.ts';
import type { FollowedGateway } from './followed-gateway.ts';
import { nextHeartbeat } from './heartbeat-times.ts';
import { raiseCursor } from './raise-cursor.store.ts';
import { type GrantSource, grantsAt, revocationsOf, snapshotOf } from './read-feed.store.ts';

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
}

/** Reading every grant costs more than the rest of a heartbeat: a stream recomputes their digest at most once a minute. */
const grantsDigestMs = 60_000;

/**
 * Yields the lines of one gateway's feed: the current keys, then the changes since its cursor (or a snapshot), then changes as they are
 * committed, with heartbeats in between. Ends when the signal is aborted. A consumer that reads slowly holds one page of changes; the next
 * one is read from its cursor when it is needed.
 */
export async function* followFeed(
  deps: FeedDeps,
  follower: Follower,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { gateway, close } = deps.feedReader.follow(follower.gatewayId);
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
): AsyncGenerator<string> {
  const { db, clock, keys, feedReader, wake } = deps;
  const { gatewayId, kinds } = follower;
  const source = { db, sealer: createSealer(keys.seal), kinds };
  const since = () => unixSeconds(clock.now()) - revocationLifeSeconds;
  const line = (message: FeedMessage) => feedLine(keys, message);
  const [credential, version] = await Promise.all([
    feedReader.credentialOf(gatewayId, signal),
    feedReader.keysVersion(publishedBy(keys).hash, signal),
  ]);
  yield line(keysMessage(keys, gatewayId, version));

  let cursor = follower.cursor === 0 ? null : follower.cursor;
  let heartbeatDue = 0;
  const grantsDigest = createGrantsDigest(deps, source, gatewayId, gateway);
  while (!signal.aborted) {
    const seen = wake.announced(gatewayId);
    const isDue = clock.now().getTime() >= heartbeatDue;
    const [inForce, page] = await Promise.all([
      isDue ? feedReader.credentialOf(gatewayId, signal) : credential,
      cursor === null ? null : feedReader.changesAfter({ gatewayId, cursor }, signal),
    ]);
    // The credential was checked when the stream began, possibly days ago: the stream ends if it was rotated or retired since.
    if (credential === null || inForce?.equals(credential) !== true) return;
    if (page === null || page.kind === 'outdated') {
      const ahead = page?.isAhead === true ? cursor : null;
      const snapshot = await feedReader.large(signal, async () => {
        if (ahead !== null) await raiseCursor(db, ahead);
        return snapshotOf(source, gatewayId, since());
      });
      gateway.replace(snapshot);
      ({ cursor } = snapshot);
      for (const part of snapshotParts(gatewayId, snapshot)) yield line(part);
      continue;
    }
    for (const change of page.changes) {
      const made = changeLine(keys, gatewayId, change, source);
      if (made !== null) yield made;
    }
    ({ cursor } = page);
    if (!page.isComplete) continue;
    if (isDue) {
      const revoked = gateway.revocationsAt(cursor, since());
      if (revoked === null) {
        // The state is not loaded, or another stream of the gateway has read later changes, which come with the next page.
        await feedReader.large(signal, () => gateway.load(() => revocationsOf(db, gatewayId, since())));
        continue;
      }
      heartbeatDue = nextHeartbeat(gatewayId, clock.now().getTime(), deps.heartbeatMs);
      const grants = await grantsDigest(cursor, signal);
      const at = unixSeconds(clock.now());
      yield line({ type: 'heartbeat', gateway: gatewayId, cursor, at, ...revoked, grants });
    }
    await wake.next(gatewayId, seen, Math.max(1, heartbeatDue - clock.now().getTime()), signal);
  }
}

/** Returns a function for the digest of a gateway's grants at a cursor, which is shared by its streams while none of the grants changes. */
function createGrantsDigest(
  { clock, feedReader }: FeedDeps,
  source: GrantSource,
  gatewayId: string,
  gateway: FollowedGateway,
): (cursor: number, signal: AbortSignal) => Promise<string | null> {
  const kinds = source.kinds.join(',');
  let madeAt = Number.NEGATIVE_INFINITY;
  /** Null while no digest is available. */
  return async (cursor, signal) => {
    const now = clock.now().getTime();
    const known = gateway.grantsAt(kinds, cursor);
    if (known !== null || now - madeAt < grantsDigestMs) return known;
    return feedReader.large(signal, async () => {
      // Another stream may have computed it meanwhile.
      const shared = gateway.grantsAt(kinds, cursor);
      if (shared !== null) return shared;
      const grants = await grantsAt(source, gatewayId, cursor);
      if (grants === null) return null;
      madeAt = now;
      const digest = new SetDigest(grants.map(grantLine)).value();
      gateway.recordGrants(kinds, cursor, digest);
      return digest;
    });
  };
}
