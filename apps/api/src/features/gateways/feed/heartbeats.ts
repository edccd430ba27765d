import { SetDigest } from '@comet/admission';
import { type FeedMessage, grantLine } from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import { revocationLifeSeconds } from './change-feed.store.ts';
import type { FeedReader, Follows } from './feed-reader.ts';
import type { FollowedGateway } from './followed-gateway.ts';
import { type GrantSource, grantsAt, revocationsOf } from './read-feed.store.ts';

/** So many groups of gateways have their heartbeats at different times, and those of a group together: one read serves the group. */
const groups = 20;

/**
 * Returns when the next heartbeat of a gateway is due after `now` (Unix time in ms), at most one interval later. The gateway's id determines
 * its group, so that streams which were opened at one moment have their heartbeats spread over the interval.
 */
export function nextHeartbeat(gatewayId: string, now: number, intervalMs: number): number {
  const group = Number.parseInt(gatewayId.slice(-6), 16) % groups;
  const offset = (group * intervalMs) / groups;
  return (Math.floor((now - offset) / intervalMs) + 1) * intervalMs + offset;
}

/** Reading every grant costs more than the rest of a heartbeat: a stream recomputes their digest at most once a minute. */
const grantsDigestMs = 60_000;

/**
 * Digests begin at multiples of this time in seconds: otherwise those of a gateway with many revocations would be computed again for nearly
 * every heartbeat, because one has expired. Revocations are deleted at most that much earlier.
 */
const sinceGridSeconds = 300;

interface HeartbeatDeps {
  readonly clock: Clock;
  readonly feedReader: FeedReader;
  /** Milliseconds between heartbeats. */
  readonly heartbeatMs: number;
}

/** The heartbeats of one stream: when they are due, and their digests, which the streams of a gateway share. */
export class Heartbeats {
  readonly #deps: HeartbeatDeps;
  readonly #source: GrantSource;
  readonly #follows: Follows;
  readonly #gateway: FollowedGateway;
  readonly #kinds: string;
  #due = 0;
  #grantsReadAt = Number.NEGATIVE_INFINITY;
  /** Whether the digest of grants was read for the next heartbeat; it is sent without where they change all the time. */
  #isGrantsRead = false;
  #preparing: Promise<void> | null = null;

  constructor(deps: HeartbeatDeps, source: GrantSource, follows: Follows, gateway: FollowedGateway) {
    this.#deps = deps;
    this.#source = source;
    this.#follows = follows;
    this.#gateway = gateway;
    this.#kinds = source.kinds.join(',');
  }

  isDue(): boolean {
    return this.#now() >= this.#due;
  }

  /** Returns the milliseconds until the next one is due, at least 1. */
  delay(): number {
    return Math.max(1, this.#due - this.#now());
  }

  /** Makes one due now. */
  expedite(): void {
    this.#due = 0;
  }

  /** Returns the heartbeat after the change `cursor`; null if `prepare` must read its digests first, or there are later changes. */
  at(cursor: number, portForwarding: string): FeedMessage | null {
    const revoked = this.#revokedAt(cursor);
    const grants = this.#grantsAt(cursor);
    if (revoked === null || (grants === null && this.#mayReadGrants())) return null;
    const gateway = this.#follows.gatewayId;
    this.#due = nextHeartbeat(gateway, this.#now(), this.#deps.heartbeatMs);
    this.#isGrantsRead = false;
    const at = unixSeconds(this.#deps.clock.now());
    return { type: 'heartbeat', gateway, cursor, at, ...revoked, grants, portForwarding };
  }

  /** Its own revocations and those of accounts, both from the same time on. */
  #revokedAt(cursor: number): { since: number; digest: string; accounts?: string } | null {
    const own = this.#gateway.revocationsAt(cursor, this.#since());
    if (own === null || !this.#follows.takesAccounts) return own;
    const accounts = this.#deps.feedReader.accounts.digestAt(cursor, own.since);
    if (accounts === null) return null;
    const same = accounts.since === own.since ? own : this.#gateway.revocationsAt(cursor, accounts.since);
    return same === null ? null : { ...same, accounts: accounts.digest };
  }

  /** Its own grants and those of all gateways. */
  #grantsAt(cursor: number): string | null {
    const own = this.#gateway.grantsAt(this.#kinds, cursor);
    const all = this.#deps.feedReader.shared.digestAt(this.#source.kinds, cursor);
    if (own === null || all === null) return null;
    all.merge(own);
    return all.value();
  }

  /** Reads what `at` needs at the current cursor. Meanwhile the stream sends changes; concurrent calls share one read. */
  prepare(cursor: () => number, signal: AbortSignal): Promise<void> {
    this.#preparing ??= this.#deps.feedReader
      .large(signal, () => this.#read(cursor))
      .finally(() => (this.#preparing = null));
    return this.#preparing;
  }

  async #read(cursor: () => number): Promise<void> {
    const { db } = this.#source;
    const { shared, accounts } = this.#deps.feedReader;
    if (this.#gateway.revocationsAt(cursor(), this.#since()) === null)
      return this.#gateway.load(() => revocationsOf(db, this.#follows, this.#since()));
    if (this.#follows.takesAccounts) await accounts.load(this.#since());
    if (!shared.isKnown) await shared.partAfter(null, this.#source, this.#since());
    const at = cursor();
    // Another stream may have read them meanwhile.
    if (this.#grantsAt(at) !== null || !this.#mayReadGrants()) return;
    this.#isGrantsRead = true;
    const grants = await grantsAt(this.#source, this.#follows.gatewayId, at);
    if (grants === null) return;
    this.#grantsReadAt = this.#now();
    this.#gateway.recordGrants(this.#kinds, at, new SetDigest(grants.map(grantLine)));
  }

  #mayReadGrants(): boolean {
    return !this.#isGrantsRead && this.#now() - this.#grantsReadAt >= grantsDigestMs;
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }

  #since(): number {
    const since = unixSeconds(this.#deps.clock.now()) - revocationLifeSeconds;
    return Math.ceil(since / sinceGridSeconds) * sinceGridSeconds;
  }
}
