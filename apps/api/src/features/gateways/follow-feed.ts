import { createHash } from 'node:crypto';
import { publishKey, signDocument } from '@comet/admission';
import { type FeedMessage, feedMessage, type Revocation, revocationLines } from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';
import type { Keys, SignerPair } from '../../platform/keys/keys.ts';
import { changesAfter, revocationLifeSeconds, revocationsOf } from './change-feed.store.ts';
import type { FeedWake } from './feed-wake.ts';

export interface FeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Pick<Keys, 'tickets' | 'feeds'>;
  readonly wake: FeedWake;
  /** Milliseconds between heartbeats; 10,000 in service. */
  readonly heartbeatMs: number;
}

/**
 * The lines of one gateway's feed: the keys in force, then what changed since its cursor (or everything at once), then changes
 * as they are committed, with a heartbeat in between. Ends when the signal is aborted.
 */
export async function* followFeed(
  deps: FeedDeps,
  follower: { readonly gatewayId: string; readonly cursor: number },
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { db, clock, keys } = deps;
  const gateway = follower.gatewayId;
  const line = (message: FeedMessage) =>
    signDocument('feed', keys.feeds.current, z.encode(feedMessage, message));
  const since = () => unixSeconds(clock.now()) - revocationLifeSeconds;
  yield line({
    type: 'keys',
    gateway,
    ticketKeys: publishedKeys(keys.tickets),
    feedKeys: publishedKeys(keys.feeds),
  });

  let cursor = follower.cursor === 0 ? null : follower.cursor;
  let heartbeatDue = 0;
  while (!signal.aborted) {
    const seen = deps.wake.announced();
    const found = await changesAfter(db, gateway, cursor, since());
    if (found.kind === 'snapshot') {
      ({ cursor } = found);
      yield line({ type: 'snapshot', gateway, cursor, revocations: [...found.revocations] });
      continue;
    }
    for (const change of found.changes) {
      ({ cursor } = change);
      yield line({ type: 'revoke', gateway, cursor, revocation: change.revocation });
    }
    if (found.changes.length > 0) continue;
    const now = clock.now().getTime();
    if (cursor !== null && now >= heartbeatDue) {
      heartbeatDue = now + deps.heartbeatMs;
      const from = since();
      const digest = digestOf(await revocationsOf(db, gateway, cursor, from), from);
      yield line({ type: 'heartbeat', gateway, cursor, since: from, digest });
    }
    await deps.wake.next(seen, Math.max(1, heartbeatDue - clock.now().getTime()), signal);
  }
}

export function publishedKeys(pair: SignerPair): { kid: string; publicKey: string }[] {
  return [publishKey(pair.current), publishKey(pair.next)];
}

function digestOf(revocations: readonly Revocation[], since: number): string {
  return createHash('sha256').update(revocationLines(revocations, since)).digest('base64url');
}
