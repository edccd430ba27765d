import { createHash } from 'node:crypto';
import { publishKey, SetDigest, signDocument } from '@comet/admission';
import {
  type FeedMessage,
  feedMessage,
  type Grant,
  type GrantKind,
  grantLine,
  type Revocation,
  revocationLines,
} from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Keys, SignerPair } from '../../../platform/keys/keys.ts';
import { createSealer } from '../../../platform/keys/seal.ts';
import { revocationLifeSeconds, feedLock } from './change-feed.store.ts';
import { credentialInForce } from '../credentials.store.ts';
import type { FeedWake } from './feed-wake.ts';
import { openvpnSecretsOf, keysVersionOf } from '../openvpn-secrets.ts';
import {
  changesAfter,
  type GrantSource,
  grantsAt,
  revocationsOf,
  type FeedSnapshot,
  latestCursor,
} from './read-feed.store.ts';

/** More changes than a fleet can make between a backup and its restoration: a cursor further ahead is invalid. */
const furthestAhead = 1_000_000_000;

/**
 * A gateway whose cursor is above the newest change has followed a database that was lost and then restored from a backup. The ids continue
 * above the gateway's cursor, so that it never accepts an older change as a newer one, and every gateway gets a snapshot.
 */
async function raiseCursor(db: Database, seen: number): Promise<void> {
  if (!isAhead(seen, await latestCursor(db))) return;
  await db.transaction().execute(async (trx: DatabaseTransaction) => {
    await sql`select pg_advisory_xact_lock(${feedLock})`.execute(trx);
    if (!isAhead(seen, await latestCursor(trx))) return;
    await sql`select setval(pg_get_serial_sequence('gateway_changes', 'id'), ${seen + 1})`.execute(trx);
    await trx
      .updateTable('gatewayFeed')
      .set({ prunedThrough: seen + 1 })
      .execute();
  });
}

function isAhead(seen: number, { cursor }: { readonly cursor: number }): boolean {
  return seen > cursor && seen - cursor <= furthestAhead;
}

export interface FeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Pick<Keys, 'tickets' | 'feeds' | 'openvpn' | 'seal'>;
  readonly wake: FeedWake;
  /** Milliseconds between heartbeats; 10,000 in service. */
  readonly heartbeatMs: number;
}

/** A gateway, its cursor (0 for none), and the kinds of grants that it supports. */
export interface Follower {
  readonly gatewayId: string;
  readonly cursor: number;
  readonly kinds: readonly GrantKind[];
}

/** A part of a snapshot stays far below the maximum document size, and its verification does not block a gateway noticeably. */
const inOnePart = { grants: 1_000, revocations: 5_000 };
/** Reading every grant costs more than reading the revocations: their digest is recomputed at most once a minute. */
const grantsDigestMs = 60_000;

/**
 * Yields the lines of one gateway's feed: the current keys, then the changes since its cursor (or a snapshot), then changes as they are
 * committed, with heartbeats in between. Ends when the signal is aborted.
 */
export async function* followFeed(
  deps: FeedDeps,
  follower: Follower,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { db, clock, keys } = deps;
  const gateway = follower.gatewayId;
  const line = (message: FeedMessage) => signDocument('feed', keys.feeds.current, onWire(message));
  const since = () => unixSeconds(clock.now()) - revocationLifeSeconds;
  const credential = await credentialInForce(db, gateway);
  yield line(await keysMessage(deps, gateway));

  let cursor = follower.cursor === 0 ? null : follower.cursor;
  let heartbeatDue = 0;
  const source = { db, sealer: createSealer(keys.seal), kinds: follower.kinds };
  if (cursor !== null) await raiseCursor(db, cursor);
  const digest = grantsDigest(source, clock, gateway);
  while (!signal.aborted) {
    const seen = deps.wake.announced(gateway);
    const found = await changesAfter(source, gateway, cursor, since());
    if (found.kind === 'snapshot') {
      ({ cursor } = found);
      digest.changed();
      for (const part of snapshotParts(gateway, found)) yield line(part);
      continue;
    }
    for (const change of found.changes) {
      if (change.type !== 'revoke') digest.changed();
      yield line({ ...change, gateway });
    }
    ({ cursor } = found);
    if (found.changes.length > 0) continue;
    const now = clock.now().getTime();
    if (now >= heartbeatDue) {
      heartbeatDue = now + deps.heartbeatMs;
      // The credential was checked when the stream began, possibly days ago: the stream ends if it was rotated or retired since.
      const inForce = await credentialInForce(db, gateway);
      if (credential === null || inForce?.equals(credential) !== true) return;
      const from = since();
      const revoked = digestOf(await revocationsOf(db, gateway, cursor, from), from);
      const grants = await digest.at(cursor);
      const at = unixSeconds(clock.now());
      yield line({ type: 'heartbeat', gateway, cursor, at, since: from, digest: revoked, grants });
    }
    await deps.wake.next(gateway, seen, Math.max(1, heartbeatDue - clock.now().getTime()), signal);
  }
}

/** Encodes a message for the wire. Grants need no conversion: encoding ten thousand of them one by one takes a quarter of a second. */
function onWire(message: FeedMessage): unknown {
  if (message.type !== 'snapshot') return z.encode(feedMessage, message);
  return { ...z.encode(feedMessage, { ...message, grants: [] }), grants: message.grants };
}

async function keysMessage({ db, keys }: FeedDeps, gateway: string): Promise<FeedMessage> {
  const published = { ticketKeys: publishedKeys(keys.tickets), feedKeys: publishedKeys(keys.feeds) };
  // Secrets enter the hash through those derived for an empty gateway id, which no gateway uses.
  const version = await keysVersionOf(db, { ...published, openvpn: openvpnSecretsOf(keys.openvpn, '') });
  const openvpn = openvpnSecretsOf(keys.openvpn, gateway);
  return { type: 'keys', gateway, version, ...published, openvpn };
}

function* snapshotParts(
  gateway: string,
  { cursor, revocations, grants }: FeedSnapshot,
): Generator<FeedMessage> {
  const parts = Math.max(
    1,
    Math.ceil(grants.length / inOnePart.grants),
    Math.ceil(revocations.length / inOnePart.revocations),
  );
  const piece = <T>(all: readonly T[], part: number, size: number) =>
    all.slice((part - 1) * size, part * size);
  for (let part = 1; part <= parts; part += 1) {
    yield {
      type: 'snapshot',
      gateway,
      cursor,
      part,
      parts,
      revocations: piece(revocations, part, inOnePart.revocations),
      grants: piece(grants, part, inOnePart.grants),
    };
  }
}

/** Computes the digest of a gateway's grants, cached while none of them changes. */
function grantsDigest(source: GrantSource, clock: Clock, gateway: string) {
  let known: string | null = null;
  let madeAt = Number.NEGATIVE_INFINITY;
  return {
    changed(): void {
      known = null;
    },
    /** Null while no digest is available. */
    async at(cursor: number): Promise<string | null> {
      const now = clock.now().getTime();
      if (known !== null || now - madeAt < grantsDigestMs) return known;
      const grants: readonly Grant[] | null = await grantsAt(source, gateway, cursor);
      if (grants === null) return null;
      madeAt = now;
      known = new SetDigest(grants.map(grantLine)).value();
      return known;
    },
  };
}

/** Returns the public keys that verify documents of this signer now and after its next rotation. */
export function publishedKeys(pair: SignerPair): { kid: string; publicKey: string }[] {
  return [publishKey(pair.current), publishKey(pair.next)];
}

function digestOf(revocations: readonly Revocation[], since: number): string {
  return createHash('sha256').update(revocationLines(revocations, since)).digest('base64url');
}
