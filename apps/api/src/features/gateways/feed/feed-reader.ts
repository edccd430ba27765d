import type { Log } from '@comet/foundation/log';
import { boundCalls } from '../../../platform/calls-in-flight.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type GatewayInForce, gatewaysInForce } from '../credentials.store.ts';
import { keysVersionOf } from '../openvpn-secrets.ts';
import { AccountRevocations, withoutAccounts } from './account-revocations.ts';
import { type BatchedRead, batchReads } from './batch-reads.ts';
import { ChangeLog } from './change-log.ts';
import { FollowedGateway } from './followed-gateway.ts';
import type { FeedPage, FeedPosition } from './feed-pages.store.ts';
import { accountRevocationsSince } from './read-feed.store.ts';
import { SharedGrants } from './shared-grants.ts';

/**
 * Reads the database for all feed streams of this process. Its reads of changes, gateways and key versions combine concurrent callers,
 * so that any number of streams takes at most one connection for each, and two for large reads.
 */
export interface FeedReader {
  readonly changesAfter: BatchedRead<FeedPosition, FeedPage>;
  /** Null for a gateway that is unknown or retired. */
  readonly inForce: BatchedRead<string, GatewayInForce | null>;
  /** The version of the keys with this hash (base64url). */
  readonly keysVersion: BatchedRead<string, number>;
  /** Runs a read of a gateway's whole state: at most two at a time, the others wait in order. Rejects if `signal` is aborted before. */
  large<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T>;
  /** What is in force on all gateways. */
  readonly shared: SharedGrants;
  /** The revoked accounts. */
  readonly accounts: AccountRevocations;
  /** The last broadcast up to a cursor; null if it is not known. */
  lastBroadcast(cursor: number): number | null;
  /** Resolves to a function that ends the use of memory for a gateway's own part of a snapshot. */
  reserve(signal: AbortSignal): Promise<() => void>;
  /** Returns the state that a gateway's streams share; it is kept until each of them has called `close`. */
  follow(of: Follows): { readonly gateway: FollowedGateway; close(): void };
}

/** A gateway, and whether it supports revocations of accounts. */
export type Follows = Pick<FeedPosition, 'gatewayId' | 'takesAccounts'>;

const keyOf = ({ gatewayId, takesAccounts }: Follows) => `${gatewayId} ${takesAccounts}`;

const maxLargeReads = 2;
/** Own parts of snapshots that are in memory until their gateways have received them; 0.5 MB for 5,000 grants. */
const maxOwnParts = 32;
/** A gateway that reads slowly no longer delays the others after this time, in ms. */
const maxReservedMs = 20_000;

export function createFeedReader({ db, log }: { readonly db: Database; readonly log: Log }): FeedReader {
  const followed = new Map<string, { readonly gateway: FollowedGateway; streams: number }>();
  const largeReads = boundCalls(maxLargeReads, Infinity);
  const ownParts = boundCalls(maxOwnParts, Infinity);
  const shared = new SharedGrants();
  const accounts = new AccountRevocations((since) => accountRevocationsSince(db, since));
  const changes = new ChangeLog(db, (broadcasts, through) => {
    shared.advance(broadcasts, through);
    accounts.advance(broadcasts, through);
  });
  const onFailure = (error: unknown) => log.warn({ err: error }, 'the change feed cannot be read');
  return {
    changesAfter: batchReads<FeedPosition, FeedPage>(async (positions) => {
      const read = await changes.pagesAfter(positions);
      return read.map((all, index) => {
        const position = positions[index];
        if (position === undefined) throw new Error('A read of pages returned another number of pages');
        const page = position.takesAccounts ? all : withoutAccounts(all, position.gatewayId);
        if (page.kind === 'changes') followed.get(keyOf(position))?.gateway.advance(position.cursor, page);
        return page;
      });
    }, onFailure),
    inForce: batchReads<string, GatewayInForce | null>(async (gatewayIds) => {
      const gateways = await gatewaysInForce(db, [...new Set(gatewayIds)]);
      return gatewayIds.map((id) => gateways.get(id) ?? null);
    }, onFailure),
    keysVersion: batchReads<string, number>(async (hashes) => {
      const versions = new Map<string, number>();
      for (const hash of new Set(hashes))
        versions.set(hash, await keysVersionOf(db, Buffer.from(hash, 'base64url')));
      return hashes.map((hash) => versions.get(hash) ?? 0);
    }, onFailure),
    async large(signal, read) {
      const result = await largeReads.run(async () => {
        signal.throwIfAborted();
        return { value: await read() };
      });
      if (result === null) throw new Error('A read of the feed was refused');
      return result.value;
    },
    shared,
    accounts,
    lastBroadcast: (cursor) => changes.lastBroadcast(cursor),
    reserve(signal) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const reserved = ownParts.run(async () => {
        signal.throwIfAborted();
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        const timer = setTimeout(release, maxReservedMs);
        resolve(release);
        await released;
        clearTimeout(timer);
      });
      reserved.catch(reject);
      return promise;
    },
    follow(of) {
      const key = keyOf(of);
      const entry = followed.get(key) ?? { gateway: new FollowedGateway(), streams: 0 };
      followed.set(key, entry);
      entry.streams += 1;
      let isOpen = true;
      return {
        gateway: entry.gateway,
        close() {
          if (!isOpen) return;
          isOpen = false;
          entry.streams -= 1;
          if (entry.streams === 0) followed.delete(key);
        },
      };
    },
  };
}
