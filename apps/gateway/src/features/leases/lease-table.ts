import { chooseHost, type ExitClaim, isIn, tunnelPools } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';

/** The holder of a session: a customer's pseudonym at this gateway this week, and one of the customer's devices. */
export interface SessionName {
  readonly sub: string;
  readonly slot: number;
}

/** The right of one WireGuard key to one host of the tunnel's network. Times are unix seconds, taken from the ticket. */
export interface Lease extends SessionName {
  readonly publicKey: string;
  readonly host: number;
  readonly issuedAt: number;
  readonly sessionUntil: number;
  /** Absent where the session leaves by the gateway's own addresses. */
  readonly exit?: ExitClaim | undefined;
}

export type LeaseRequest = Omit<Lease, 'host'>;
export type LeaseRefusal = 'ticket_superseded' | 'key_taken' | 'gateway_full';

/** A lease given, and the leases that ended for it: their peers must go before the new one comes. */
export interface Grant {
  readonly lease: Lease;
  readonly ended: readonly Lease[];
}

export interface LeaseRules {
  /** Seconds that a host rests between two customers, so that late packets for the one do not reach the other. */
  readonly quarantine: number;
  readonly capacity: number;
}

/** wireguard-go takes 65,536 peers and no more. */
const leaseRules: LeaseRules = { quarantine: 600, capacity: 60_000 };

/** The share of all hosts for stand-by sessions; the rest is reserved for connecting clients. */
const mostAhead = 0.9;

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
  /** Host → the unix second from which it may be given again; in the order of these times, or resting a little longer. */
  readonly #resting = new Map<number, number>();

  constructor(rules: LeaseRules = leaseRules) {
    this.#rules = rules;
  }

  /** Whether the remaining hosts are reserved for connecting clients. */
  get isNearlyFull(): boolean {
    return this.size >= this.#rules.capacity * mostAhead;
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

  /** Why this request cannot be granted, as far as that is known without choosing a host. */
  refusal({ sub, slot, publicKey, issuedAt }: LeaseRequest): LeaseRefusal | null {
    const present = this.#bySubject.get(sub)?.get(slot);
    if (present !== undefined && issuedAt < present.issuedAt) return 'ticket_superseded';
    const owner = this.#byKey.get(publicKey);
    if (owner === undefined || owner === present) return null;
    if (owner.sub !== sub) return 'key_taken';
    return issuedAt < owner.issuedAt ? 'ticket_superseded' : null;
  }

  /** Gives the session a lease at `now` (unix seconds). The same key keeps its host: its connections go on. */
  grant(request: LeaseRequest, now: number, random: () => number): Result<Grant, LeaseRefusal> {
    const refusal = this.refusal(request);
    if (refusal !== null) return err(refusal);
    const owner = this.#byKey.get(request.publicKey);
    const present = this.#bySubject.get(request.sub)?.get(request.slot);
    const same = owner !== undefined && owner === present;
    this.#wake(now);
    if (!same && present === undefined && this.size >= this.#rules.capacity) return err('gateway_full');
    const host = same
      ? owner.host
      : chooseHost(
          tunnelPools.session,
          (candidate) => !this.#hosts.has(candidate) && !this.#resting.has(candidate),
          random,
        );
    if (host === null) return err('gateway_full');
    const ended = same ? [] : [...new Set([present, owner])].filter((lease) => lease !== undefined);
    for (const lease of ended) this.end(lease, now);
    const lease = { ...request, host };
    this.restore(lease);
    return ok({ lease, ended });
  }

  /** Restores a lease. Returns false without a change where it would break a rule above. */
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
    return true;
  }

  /** Ends a lease at `now` (unix seconds). False when it had ended, or been renewed, already. */
  end(lease: Lease, now: number): boolean {
    const slots = this.#bySubject.get(lease.sub);
    if (slots?.get(lease.slot) !== lease) return false;
    slots.delete(lease.slot);
    if (slots.size === 0) this.#bySubject.delete(lease.sub);
    this.#byKey.delete(lease.publicKey);
    this.#hosts.delete(lease.host);
    this.#resting.set(lease.host, now + this.#rules.quarantine);
    return true;
  }

  /** The hosts that rest, and the unix second until which each does. */
  resting(): Iterable<readonly [host: number, until: number]> {
    return this.#resting;
  }

  /** Restores the hosts that are not yet reusable. Call before the first lease. */
  restoreResting(resting: Iterable<readonly [host: number, until: number]>): void {
    for (const [host, until] of [...resting].toSorted((one, other) => one[1] - other[1]))
      this.#resting.set(host, until);
  }

  #wake(now: number): void {
    for (const [host, from] of this.#resting) {
      if (from > now) return;
      this.#resting.delete(host);
    }
  }
}
