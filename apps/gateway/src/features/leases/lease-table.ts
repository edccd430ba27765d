import { chooseHost, type ExitClaim, isIn, tunnelPools } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';

/** The holder of a session: a customer's pseudonym, which changes weekly and by gateway, and one of the customer's devices. */
interface SessionName {
  readonly sub: string;
  readonly slot: number;
}

/** The assignment of one host of the tunnel network to a WireGuard key. Times are unix seconds from the ticket. */
export interface Lease extends SessionName {
  readonly publicKey: string;
  readonly host: number;
  readonly issuedAt: number;
  readonly sessionUntil: number;
  /** Absent if the session leaves by the gateway's own addresses. */
  readonly exit?: ExitClaim | undefined;
}

export type LeaseRequest = Omit<Lease, 'host'>;
export type LeaseRefusal = 'ticket_superseded' | 'key_taken' | 'gateway_full';

/** A new lease, and the leases that ended for it: their peers must be removed before the new one is added. */
export interface Grant {
  readonly lease: Lease;
  readonly ended: readonly Lease[];
}

interface FreedHost {
  readonly host: number;
  readonly until: number;
}

export interface LeaseRules {
  /** Seconds for which a host stays unused between two customers, so that late packets do not reach the wrong one. */
  readonly quarantine: number;
  readonly capacity: number;
}

/** wireguard-go supports at most 65,536 peers. */
const leaseRules: LeaseRules = { quarantine: 600, capacity: 60_000 };

/** The share of all hosts for stand-by sessions; the rest is reserved for connecting clients. */
const maxStandbyShare = 0.9;

/**
 * All live leases. Ensures that a session has one lease, a key has one lease, and a host has one session, and not
 * another one before its quarantine is over. WireGuard itself would silently move an address from one peer to
 * another.
 */
export class LeaseTable {
  readonly #rules: LeaseRules;
  readonly #bySubject = new Map<string, Map<number, Lease>>();
  readonly #byKey = new Map<string, Lease>();
  readonly #hosts = new Map<number, Lease>();
  /** Host → unix seconds from which it may be reused, ordered by time; an unordered host is reused later. */
  readonly #quarantined = new Map<number, number>();
  /** Hosts that were leased, renewed or freed since the last `takeChanged`. */
  #changed = new Set<number>();

  constructor(rules: LeaseRules = leaseRules) {
    this.#rules = rules;
  }

  /** Whether the remaining hosts are reserved for connecting clients. */
  get isNearlyFull(): boolean {
    return this.size >= this.#rules.capacity * maxStandbyShare;
  }

  get size(): number {
    return this.#byKey.size;
  }

  all(): Iterable<Lease> {
    return this.#byKey.values();
  }

  ofSubject(sub: string): Iterable<Lease> {
    return this.#bySubject.get(sub)?.values() ?? [];
  }

  /** The lease of a host, by its number; null while it is free. */
  withHost(host: number): Lease | null {
    return this.#hosts.get(host) ?? null;
  }

  withKey(publicKey: string): Lease | null {
    return this.#byKey.get(publicKey) ?? null;
  }

  /** Returns the refusal of a request, checked without choosing a host; null if there is none. */
  refusal({ sub, slot, publicKey, issuedAt }: LeaseRequest): LeaseRefusal | null {
    const present = this.#bySubject.get(sub)?.get(slot);
    if (present !== undefined && issuedAt < present.issuedAt) return 'ticket_superseded';
    const owner = this.#byKey.get(publicKey);
    if (owner === undefined || owner === present) return null;
    if (owner.sub !== sub) return 'key_taken';
    return issuedAt < owner.issuedAt ? 'ticket_superseded' : null;
  }

  /** Gives the session a lease at `now` (unix seconds). The same key keeps its host, so that its connections continue. */
  grant(request: LeaseRequest, now: number, random: () => number): Result<Grant, LeaseRefusal> {
    const refusal = this.refusal(request);
    if (refusal !== null) return err(refusal);
    const owner = this.#byKey.get(request.publicKey);
    const present = this.#bySubject.get(request.sub)?.get(request.slot);
    const same = owner !== undefined && owner === present;
    this.#endQuarantines(now);
    if (!same && present === undefined && this.size >= this.#rules.capacity) return err('gateway_full');
    const host = same
      ? owner.host
      : chooseHost(
          tunnelPools.session,
          (candidate) => !this.#hosts.has(candidate) && !this.#quarantined.has(candidate),
          random,
        );
    if (host === null) return err('gateway_full');
    const ended = same ? [] : [...new Set([present, owner])].filter((lease) => lease !== undefined);
    for (const lease of ended) this.end(lease, now);
    const lease = { ...request, host };
    this.restore(lease);
    return ok({ lease, ended });
  }

  /** Restores a lease. Returns false without a change if it would break a rule above. */
  restore(lease: Lease): boolean {
    const slots = this.#bySubject.get(lease.sub) ?? new Map<number, Lease>();
    const present = slots.get(lease.slot);
    const owner = this.#byKey.get(lease.publicKey);
    const renewal = present !== undefined && present === owner && present.host === lease.host;
    const free = present === undefined && owner === undefined && !this.#hosts.has(lease.host);
    if (!isIn(tunnelPools.session, lease.host) || (!renewal && !free)) return false;
    this.#bySubject.set(lease.sub, slots.set(lease.slot, lease));
    this.#byKey.set(lease.publicKey, lease);
    this.#hosts.set(lease.host, lease);
    this.#changed.add(lease.host);
    return true;
  }

  /** Ends a lease at `now` (unix seconds). Returns false if it had already ended or was renewed. */
  end(lease: Lease, now: number): boolean {
    const slots = this.#bySubject.get(lease.sub);
    if (slots?.get(lease.slot) !== lease) return false;
    slots.delete(lease.slot);
    if (slots.size === 0) this.#bySubject.delete(lease.sub);
    this.#byKey.delete(lease.publicKey);
    this.#hosts.delete(lease.host);
    this.#quarantined.set(lease.host, now + this.#rules.quarantine);
    this.#changed.add(lease.host);
    return true;
  }

  /** Returns the state of the hosts that changed since the previous call: the lease, or the end of the quarantine in unix seconds. */
  takeChanged(): readonly (Lease | FreedHost)[] {
    const changed = this.#changed;
    this.#changed = new Set();
    return [...changed].map(
      (host) => this.#hosts.get(host) ?? { host, until: this.#quarantined.get(host) ?? 0 },
    );
  }

  /** The hosts in quarantine, and its end in unix seconds. */
  quarantined(): Iterable<readonly [host: number, until: number]> {
    return this.#quarantined;
  }

  /** Restores the hosts in quarantine. Call before the first lease. */
  restoreQuarantine(quarantined: Iterable<readonly [host: number, until: number]>): void {
    for (const [host, until] of [...quarantined].toSorted((one, other) => one[1] - other[1]))
      this.#quarantined.set(host, until);
  }

  #endQuarantines(now: number): void {
    for (const [host, from] of this.#quarantined) {
      if (from > now) return;
      this.#quarantined.delete(host);
    }
  }
}
