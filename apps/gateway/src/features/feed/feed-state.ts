import { clockSkew, openDocument, type Verifiers, readVerifiers } from '@comet/admission';
import {
  type FeedFault,
  type FeedMessage,
  feedMessage,
  type Grant,
  type OpenvpnSecrets,
  type Revocation,
} from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { FeedFile } from './feed.store.ts';
import { Grants } from './grants.ts';
import { Revocations } from './revocations.ts';

type SavedKeys = Pick<FeedFile, 'keysVersion' | 'ticketKeys' | 'feedKeys' | 'openvpn'>;

/** The trusted keys of this gateway, for tickets and the feed, and the secrets of OpenVPN. */
class TrustedKeys {
  readonly #saved: SavedKeys;
  readonly ticketVerifiers: Verifiers;
  readonly feedVerifiers: Verifiers;

  /** Throws when a key is malformed. */
  constructor({ keysVersion, ticketKeys, feedKeys, openvpn }: SavedKeys) {
    this.#saved = { keysVersion, ticketKeys, feedKeys, openvpn };
    this.ticketVerifiers = readVerifiers(ticketKeys);
    this.feedVerifiers = readVerifiers(feedKeys);
  }

  get openvpn(): OpenvpnSecrets | null {
    return this.#saved.openvpn;
  }

  toFile(): SavedKeys {
    return this.#saved;
  }

  /** Applies a keys document. An older one, even with a valid signature, would restore revoked keys. */
  changedBy(
    message: Extract<FeedMessage, { type: 'keys' }>,
  ): Result<TrustedKeys, 'malformed' | 'rolled_back'> {
    if (message.version < this.#saved.keysVersion) return err('rolled_back');
    // Without a key no further line could be verified, so the keys could never be replaced.
    if (message.ticketKeys.length === 0 || message.feedKeys.length === 0) return err('malformed');
    const { version: keysVersion, ticketKeys, feedKeys, openvpn } = message;
    try {
      return ok(new TrustedKeys({ keysVersion, ticketKeys, feedKeys, openvpn }));
    } catch {
      return err('malformed');
    }
  }
}

type SnapshotPart = Extract<FeedMessage, { type: 'snapshot' }>;

/** A snapshot that is being received. It is applied when its last part has arrived. */
class SnapshotDraft {
  readonly #first: SnapshotPart;
  readonly #grants: Grant[] = [];
  readonly #revocations: Revocation[] = [];
  #receivedParts = 0;

  constructor(first: SnapshotPart) {
    this.#first = first;
  }

  /** Adds a part. Returns false if it does not follow the previous one. */
  take(part: SnapshotPart): boolean {
    const { cursor, parts } = this.#first;
    if (part.part !== this.#receivedParts + 1 || part.part > parts) return false;
    if (part.cursor !== cursor || part.parts !== parts) return false;
    this.#grants.push(...part.grants);
    this.#revocations.push(...part.revocations);
    this.#receivedParts += 1;
    return true;
  }

  get isWhole(): boolean {
    return this.#receivedParts === this.#first.parts;
  }

  get revocations(): readonly Revocation[] {
    return this.#revocations;
  }

  get grants(): readonly Grant[] {
    return this.#grants;
  }
}

/** Seconds without a heartbeat of the control plane after which the state counts as stale: 72 hours. */
export const staleAfter = 72 * 3600;

/** The request at the control plane that caused a change. */
interface Caused {
  readonly requestId?: string;
}

const causeOf = ({ requestId }: { readonly requestId?: string | undefined }): Caused =>
  requestId === undefined ? {} : { requestId };

/** The effect of a line: the grants that may have changed, and whether the change must be saved at once. */
export type FeedEffect =
  | ({ readonly kind: 'revoked'; readonly revocation: Revocation } & Caused)
  | ({ readonly kind: 'granted'; readonly grant: Grant } & Caused)
  | ({ readonly kind: 'withdrawn'; readonly grant: Grant } & Caused)
  /** A snapshot: anything may have changed. `withdrawn` are removed grants. */
  | { readonly kind: 'replaced'; readonly withdrawn: readonly Grant[] }
  | { readonly kind: 'keys' }
  | { readonly kind: 'alive' };

/** The state received by the feed. Changed only by `receive`, which takes verified lines in order. */
export class FeedState {
  readonly gatewayId: string;
  #keys: TrustedKeys;
  #revocations: Revocations;
  #grants: Grants;
  #draft: SnapshotDraft | null = null;
  #cursor: number;
  #receivedAt: number;
  #fault: FeedFault | null = null;
  /** Number of refused lines since the last accepted heartbeat. */
  #refused = 0;

  /** Throws for a malformed key or conflicting grants: saved trust must not shrink unnoticed. */
  constructor(gatewayId: string, saved: FeedFile) {
    this.gatewayId = gatewayId;
    this.#keys = new TrustedKeys(saved);
    this.#revocations = new Revocations(saved.revocations);
    const grants = Grants.of(saved.grants);
    if (grants === null) throw new Error('The saved grants contradict each other.');
    this.#grants = grants;
    this.#cursor = saved.cursor;
    this.#receivedAt = saved.receivedAt;
  }

  get ticketVerifiers(): Verifiers {
    return this.#keys.ticketVerifiers;
  }

  /** Null until the control plane has sent them. */
  get openvpn(): OpenvpnSecrets | null {
    return this.#keys.openvpn;
  }

  get revocations(): Pick<Revocations, 'all' | 'covers'> {
    return this.#revocations;
  }

  get grants(): Pick<Grants, 'all' | 'get' | 'size' | 'staticPeers' | 'withKey'> {
    return this.#grants;
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** The cursor after which the feed is followed: 0, which requests a snapshot, until the first heartbeat after damage. */
  get resumeCursor(): number {
    return this.#receivedAt === 0 ? 0 : this.#cursor;
  }

  /** The reason why lines are refused, until a heartbeat is accepted; null for a first drift, which the next snapshot repairs. */
  get fault(): FeedFault | null {
    return this.#fault;
  }

  /** Unix seconds: when the control plane signed the last accepted heartbeat. */
  get receivedAt(): number {
    return this.#receivedAt;
  }

  /** Unix seconds: until when the received state is valid. */
  get trustedUntil(): number {
    return this.#receivedAt + staleAfter;
  }

  /** Whether no heartbeat arrived for so long that revocations may have been missed, or the clock was set back and the time is unknown. */
  isStale(now: number): boolean {
    return Math.abs(now - this.#receivedAt) > staleAfter;
  }

  toFile(): FeedFile {
    return {
      version: 1,
      cursor: this.#cursor,
      receivedAt: this.#receivedAt,
      revocations: [...this.#revocations.all()],
      grants: [...this.#grants.all()],
      ...this.#keys.toFile(),
    };
  }

  /** Applies one line of the feed at `now` (unix seconds). A fault changes nothing. */
  receive(line: string, now: number): Result<FeedEffect, FeedFault> {
    const received = this.#open(line, now);
    if (received.ok) return received;
    this.#refused += 1;
    if (received.error !== 'drift' || this.#refused > 1) this.#fault = received.error;
    return received;
  }

  #open(line: string, now: number): Result<FeedEffect, FeedFault> {
    const opened = openDocument('feed', this.#keys.feedVerifiers, line);
    if (!opened.ok) return err('unsigned');
    const parsed = feedMessage.safeParse(opened.value);
    if (!parsed.success) return err('malformed');
    if (parsed.data.gateway !== this.gatewayId) return err('other_gateway');
    return this.#apply(parsed.data, now);
  }

  #apply(message: FeedMessage, now: number): Result<FeedEffect, FeedFault> {
    if (message.type === 'snapshot') return this.#addPart(message);
    if (message.type === 'keys') {
      const changed = this.#keys.changedBy(message);
      if (changed.ok) this.#keys = changed.value;
      return changed.ok ? ok({ kind: 'keys' }) : changed;
    }
    // The parts of a snapshot must be consecutive.
    this.#draft = null;
    switch (message.type) {
      case 'revoke':
        // A replayed one is harmless: it repeats an earlier state.
        this.#revocations.add(message.revocation);
        this.#cursor = Math.max(this.#cursor, message.cursor);
        return ok({ kind: 'revoked', revocation: message.revocation, ...causeOf(message) });
      case 'grant':
        // An old line could restore a withdrawn grant.
        if (message.cursor <= this.#cursor) return err('rolled_back');
        if (!this.#grants.put(message.grant)) return err('drift');
        this.#cursor = message.cursor;
        return ok({ kind: 'granted', grant: message.grant, ...causeOf(message) });
      case 'withdraw': {
        if (message.cursor <= this.#cursor) return err('rolled_back');
        const grant = this.#grants.withdraw(message.id);
        this.#cursor = message.cursor;
        return ok(grant === null ? { kind: 'alive' } : { kind: 'withdrawn', grant, ...causeOf(message) });
      }
      case 'heartbeat':
        if (message.cursor < this.#cursor) return err('rolled_back');
        // Any other line could be a replay by an attacker that withholds newer ones.
        if (Math.abs(message.at - now) > clockSkew) return err('not_of_now');
        if (this.#revocations.digest(message.since) !== message.digest) return err('drift');
        if (message.grants !== null && this.#grants.digest() !== message.grants) return err('drift');
        this.#revocations.forgetBefore(message.since);
        this.#cursor = message.cursor;
        this.#receivedAt = message.at;
        this.#fault = null;
        this.#refused = 0;
        return ok({ kind: 'alive' });
    }
  }

  #addPart(message: Extract<FeedMessage, { type: 'snapshot' }>): Result<FeedEffect, FeedFault> {
    // An old snapshot, even with a valid signature, would undo later revocations.
    if (message.cursor < this.#cursor) return err('rolled_back');
    const draft = message.part === 1 ? new SnapshotDraft(message) : this.#draft;
    this.#draft = null;
    if (draft === null || !draft.take(message)) return err('malformed');
    if (!draft.isWhole) {
      this.#draft = draft;
      return ok({ kind: 'alive' });
    }
    const grants = Grants.of(draft.grants);
    if (grants === null) return err('malformed');
    const withdrawn = [...this.#grants.all()].filter(({ id }) => grants.get(id) === null);
    this.#revocations = new Revocations(draft.revocations);
    this.#grants = grants;
    this.#cursor = message.cursor;
    return ok({ kind: 'replaced', withdrawn });
  }
}
