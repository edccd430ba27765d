import { clockSkew, openDocument, type Verifiers } from '@comet/admission';
import {
  type AccountRevocation,
  type FeedFault,
  type FeedMessage,
  feedMessage,
  type Grant,
  type OpenvpnSecrets,
  type Revocation,
} from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import { isBroadcast } from './broadcasts.ts';
import { type FeedFile, grantsIn, splitGrants } from './feed.store.ts';
import { Grants } from './grants.ts';
import { Revocations } from './revocations.ts';
import { RevokedAccounts } from './revoked-accounts.ts';
import { SnapshotChunks, type WholeSnapshot } from './snapshot-chunks.ts';
import { SnapshotDraft } from './snapshot-draft.ts';
import { TrustedKeys } from './trusted-keys.ts';

type Message<Type extends FeedMessage['type']> = Extract<FeedMessage, { readonly type: Type }>;
type Change = Message<'revoke' | 'revoke_account' | 'grant' | 'withdraw'>;

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
  | ({
      readonly kind: 'revoked';
      readonly revocations: readonly Revocation[];
      /** The change as received. */
      readonly change: { readonly revocation: Revocation } | { readonly account: AccountRevocation };
      /** The credential that is withdrawn with its account; null without one. */
      readonly withdrawn: Grant | null;
    } & Caused)
  | ({ readonly kind: 'granted'; readonly grant: Grant } & Caused)
  | ({ readonly kind: 'withdrawn'; readonly grant: Grant } & Caused)
  /** A snapshot: anything may have changed. `withdrawn` are removed grants. */
  | { readonly kind: 'replaced'; readonly withdrawn: readonly Grant[] }
  | { readonly kind: 'keys' }
  /** `portForwarding`: of a heartbeat of a control plane that sends it. */
  | { readonly kind: 'alive'; readonly portForwarding?: string };

/** The state received by the feed. Changed only by `receive`, which takes verified lines in order. */
export class FeedState {
  readonly gatewayId: string;
  #keys: TrustedKeys;
  #revocations: Revocations;
  #accounts: RevokedAccounts;
  #grants: Grants;
  #draft: SnapshotDraft | null = null;
  readonly #chunks = new SnapshotChunks();
  #cursor: number;
  /** All broadcasts up to this one are applied. */
  #broadcast: number;
  #receivedAt: number;
  #fault: FeedFault | null = null;
  /** Number of refused lines since the last accepted heartbeat. */
  #refused = 0;

  /** Throws for a malformed key or conflicting grants: saved trust must not shrink unnoticed. */
  constructor(gatewayId: string, saved: FeedFile) {
    this.gatewayId = gatewayId;
    this.#keys = new TrustedKeys(saved);
    this.#revocations = new Revocations(saved.revocations);
    this.#accounts = new RevokedAccounts(gatewayId, saved.accounts);
    const grants = Grants.of(grantsIn(saved));
    if (grants === null) throw new Error('The saved grants contradict each other.');
    this.#grants = grants;
    this.#cursor = saved.cursor;
    this.#broadcast = saved.broadcast ?? saved.cursor;
    this.#receivedAt = saved.receivedAt;
  }

  get ticketVerifiers(): Verifiers {
    return this.#keys.ticketVerifiers;
  }

  /** Null until the control plane has sent them. */
  get openvpn(): OpenvpnSecrets | null {
    return this.#keys.openvpn;
  }

  /** Revocations of subjects and of accounts. */
  get revocations(): Pick<Revocations, 'all' | 'covers'> {
    return {
      all: () => [...this.#revocations.all(), ...this.#accounts.derived()],
      covers: (ticket) => this.#revocations.covers(ticket) || this.#accounts.covers(ticket),
    };
  }

  get grants(): Pick<Grants, 'all' | 'get' | 'size' | 'staticPeers' | 'withKey'> {
    return this.#grants;
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** The cursor up to which all broadcasts are applied. */
  get broadcast(): number {
    return this.#broadcast;
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
      broadcast: this.#broadcast,
      receivedAt: this.#receivedAt,
      revocations: [...this.#revocations.all()],
      accounts: [...this.#accounts.all()],
      ...splitGrants(this.#grants.all()),
      ...this.#keys.toFile(),
    };
  }

  /** Begins a new stream. Returns the digests of the chunks that are kept from an interrupted snapshot. */
  begin(): readonly string[] {
    this.#draft = null;
    return this.#chunks.begin();
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
    if (line.startsWith('{')) {
      const taken = this.#chunks.take(line);
      return taken.ok ? this.#replaceIfWhole() : taken;
    }
    const opened = openDocument('feed', this.#keys.feedVerifiers, line);
    if (!opened.ok) return err('unsigned');
    const parsed = feedMessage.safeParse(opened.value);
    if (!parsed.success) return err('malformed');
    const message = parsed.data;
    if (message.gateway === this.gatewayId || isBroadcast(message)) return this.#apply(message, now);
    return err('other_gateway');
  }

  #apply(message: FeedMessage, now: number): Result<FeedEffect, FeedFault> {
    switch (message.type) {
      case 'snapshot':
        return this.#addPart(message);
      case 'chunks':
        return this.#chunks.announce(message.chunks) ? ok({ kind: 'alive' }) : err('malformed');
      case 'manifest':
        // An old snapshot, even with a valid signature, would undo later revocations.
        if (message.cursor < this.#cursor) return err('rolled_back');
        this.#chunks.expect(message);
        return this.#replaceIfWhole();
      case 'keys': {
        const changed = this.#keys.changedBy(message);
        if (changed.ok) this.#keys = changed.value;
        return changed.ok ? ok({ kind: 'keys' }) : changed;
      }
      case 'heartbeat':
      case 'revoke':
      case 'revoke_account':
      case 'grant':
      case 'withdraw':
        // The parts of a snapshot must be consecutive.
        this.#draft = null;
        // A chunk that was taken for one that is kept is missing: all are requested again.
        if (this.#chunks.isIncomplete) {
          this.#chunks.clear();
          return err('drift');
        }
        return message.type === 'heartbeat' ? this.#confirm(message, now) : this.#change(message);
    }
  }

  #change(message: Change): Result<FeedEffect, FeedFault> {
    // A broadcast between this one and the last applied one is missing.
    if (message.previous !== undefined && message.previous > this.#broadcast) return err('drift');
    const changed = this.#changed(message);
    if (!changed.ok) return changed;
    this.#cursor = Math.max(this.#cursor, message.cursor);
    if (message.previous !== undefined) this.#broadcast = Math.max(this.#broadcast, message.cursor);
    return changed;
  }

  #changed(message: Change): Result<FeedEffect, FeedFault> {
    // A replayed one is harmless: it repeats an earlier state.
    if (message.type === 'revoke') {
      const { revocation } = message;
      this.#revocations.add(revocation);
      const change = { revocation };
      return ok({ kind: 'revoked', revocations: [revocation], change, withdrawn: null, ...causeOf(message) });
    }
    if (message.type === 'revoke_account') {
      const account = message.revocation;
      const revocations = this.#accounts.add(account);
      // The id of a withdrawn credential is never in force again.
      const withdrawn = message.withdrawn === undefined ? null : this.#grants.withdraw(message.withdrawn);
      return ok({ kind: 'revoked', revocations, change: { account }, withdrawn, ...causeOf(message) });
    }
    // An old line could restore a withdrawn grant.
    if (message.cursor <= this.#cursor) return err('rolled_back');
    if (message.type === 'grant') {
      if (!this.#grants.put(message.grant)) return err('drift');
      return ok({ kind: 'granted', grant: message.grant, ...causeOf(message) });
    }
    const grant = this.#grants.withdraw(message.id);
    return ok(grant === null ? { kind: 'alive' } : { kind: 'withdrawn', grant, ...causeOf(message) });
  }

  #confirm(message: Message<'heartbeat'>, now: number): Result<FeedEffect, FeedFault> {
    if (message.cursor < this.#cursor) return err('rolled_back');
    // Any other line could be a replay by an attacker that withholds newer ones.
    if (Math.abs(message.at - now) > clockSkew) return err('not_of_now');
    if (message.broadcast !== undefined && message.broadcast > this.#broadcast) return err('drift');
    if (this.#revocations.digest(message.since) !== message.digest) return err('drift');
    // Expired ones may arrive again, and are not in the digest.
    this.#accounts.forgetBefore(message.since);
    if (message.accounts !== undefined && this.#accounts.digest() !== message.accounts) return err('drift');
    if (message.grants !== null && this.#grants.digest() !== message.grants) return err('drift');
    this.#revocations.forgetBefore(message.since);
    this.#cursor = message.cursor;
    this.#broadcast = Math.max(this.#broadcast, message.cursor);
    this.#receivedAt = message.at;
    this.#fault = null;
    this.#refused = 0;
    this.#chunks.clear();
    const { portForwarding } = message;
    return ok({ kind: 'alive', ...(portForwarding === undefined ? {} : { portForwarding }) });
  }

  #addPart(message: Message<'snapshot'>): Result<FeedEffect, FeedFault> {
    if (message.cursor < this.#cursor) return err('rolled_back');
    const draft = message.part === 1 ? new SnapshotDraft(message) : this.#draft;
    this.#draft = null;
    if (draft === null || !draft.take(message)) return err('malformed');
    if (draft.isWhole) return this.#replace({ cursor: message.cursor, ...draft.content });
    this.#draft = draft;
    return ok({ kind: 'alive' });
  }

  /** Applies a snapshot of format 2 once its manifest and all of its chunks have arrived. */
  #replaceIfWhole(): Result<FeedEffect, FeedFault> {
    const whole = this.#chunks.whole();
    if (whole === null) return ok({ kind: 'alive' });
    this.#chunks.clear();
    return this.#replace(whole);
  }

  #replace({ cursor, revocations, accounts, ...snapshot }: WholeSnapshot): Result<FeedEffect, FeedFault> {
    const grants = Grants.of(snapshot.grants);
    if (grants === null) return err('malformed');
    const withdrawn = [...this.#grants.all()].filter(({ id }) => grants.get(id) === null);
    this.#revocations = new Revocations(revocations);
    this.#accounts = new RevokedAccounts(this.gatewayId, accounts);
    this.#grants = grants;
    this.#cursor = cursor;
    this.#broadcast = cursor;
    return ok({ kind: 'replaced', withdrawn });
  }
}
