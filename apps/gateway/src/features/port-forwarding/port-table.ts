import { err, ok, type Result } from '@comet/foundation';
import type { Protocol } from './nat-pmp.ts';

/** The holder of a port: a customer's pseudonym at this gateway, and one of the customer's devices. */
interface Holder {
  readonly sub: string;
  readonly slot: number;
}

export interface PortRequest extends Holder {
  readonly protocol: Protocol;
  /** The session's host in the tunnel network. */
  readonly host: number;
  /** The public IPv4 address. */
  readonly address: string;
  readonly internalPort: number;
  /** 0 for any. */
  readonly suggestedPort: number;
  /** Only the suggested port will do. */
  readonly isExact: boolean;
  /** The nonce of PCP, which protects a mapping from other programs on the customer's machine; empty for NAT-PMP. */
  readonly nonce: string;
  /** Seconds, 1 or more. */
  readonly lifetime: number;
}

export type PortRefusal = 'wrong_nonce' | 'quota' | 'no_port' | 'not_available';

interface PortLease {
  readonly nonce: string;
  /** Unix seconds. */
  readonly until: number;
}

/** A public port and its holder. Without a lease it is reserved: it forwards nothing, and no other customer gets it until `reservedUntil`. */
export interface ForwardedPort extends Holder {
  readonly address: string;
  readonly port: number;
  readonly host: number;
  readonly internalPort: number;
  readonly leases: Readonly<Partial<Record<Protocol, PortLease>>>;
  /** Unix seconds; counts from the end of the last lease. */
  readonly reservedUntil: number;
}

/** A granted mapping, and the seconds of its lease. */
interface GrantedPort {
  readonly port: number;
  readonly lifetime: number;
  /** False for a renewal. */
  readonly isNew: boolean;
}

export interface PortRules {
  readonly first: number;
  readonly last: number;
  /** Ports of one customer at one public address, reserved ones included. */
  readonly perCustomer: number;
  /** Seconds of a lease. */
  readonly lifetime: { readonly min: number; readonly max: number };
  /** Seconds for which an ended port is reserved for its holder. */
  readonly reservation: number;
}

export const portLimits = {
  perCustomer: 5,
  lifetime: { min: 60, max: 7200 },
  reservation: 3600,
} as const;

const protocols = ['tcp', 'udp'] as const;

/**
 * The forwarded ports. TCP and UDP of one port belong to one customer. A port is given to another customer only after it was neither
 * leased nor reserved; times are unix seconds.
 */
export class PortTable {
  readonly #rules: PortRules;
  readonly #ports = new Map<string, ForwardedPort>();

  constructor(rules: PortRules) {
    this.#rules = rules;
  }

  all(): Iterable<ForwardedPort> {
    return this.#ports.values();
  }

  /** Number of mappings: leases of one protocol each. */
  get size(): number {
    let count = 0;
    for (const { leases } of this.#ports.values()) count += Object.keys(leases).length;
    return count;
  }

  /** The holder of a port, also while it is only reserved; null where it is free. */
  holderOf(address: string, port: number): string | null {
    return this.#ports.get(keyOf({ address, port }))?.sub ?? null;
  }

  /** Adds or renews the lease of a port. `random` returns a number in [0, 1). */
  map(request: PortRequest, now: number, random: () => number): Result<GrantedPort, PortRefusal> {
    const { protocol, host, internalPort, nonce } = request;
    this.expire(now);
    const own = [...this.#ports.values()].filter(({ sub }) => sub === request.sub);
    const present = own.find(
      (one) => one.host === host && one.internalPort === internalPort && one.leases[protocol] !== undefined,
    );
    if (present !== undefined && present.leases[protocol]?.nonce !== nonce) return err('wrong_nonce');
    if (present !== undefined && request.isExact && request.suggestedPort !== present.port)
      return err('not_available');
    const chosen = present === undefined ? this.#choose(request, own, random) : ok(present.port);
    if (!chosen.ok) return chosen;
    const { min, max } = this.#rules.lifetime;
    const lifetime = Math.min(max, Math.max(min, request.lifetime));
    const { sub, slot, address } = request;
    const before = this.#ports.get(keyOf({ address, port: chosen.value }));
    this.#put({
      ...{ sub, slot, address, port: chosen.value, host, internalPort, reservedUntil: 0 },
      leases: { ...before?.leases, [protocol]: { nonce, until: now + lifetime } },
    });
    return ok({ port: chosen.value, lifetime, isNew: present === undefined });
  }

  /** Ends the lease of a port of this host; with `internalPort` 0 those of all its ports. One that does not exist is no error. */
  remove(
    {
      host,
      protocol,
      internalPort,
      nonce,
    }: Pick<PortRequest, 'host' | 'protocol' | 'internalPort' | 'nonce'>,
    now: number,
  ): Result<null, 'wrong_nonce'> {
    const ending = [...this.#ports.values()].filter(
      (one) =>
        one.host === host &&
        one.leases[protocol] !== undefined &&
        (internalPort === 0 || one.internalPort === internalPort),
    );
    if (ending.some((one) => one.leases[protocol]?.nonce !== nonce)) return err('wrong_nonce');
    for (const one of ending) this.#end(one, [protocol], now);
    return ok(null);
  }

  /** Ends all leases of the ports for which `isOver` returns true, and keeps the ports reserved. Returns whether there were any. */
  endWhere(isOver: (port: ForwardedPort) => boolean, now: number): boolean {
    const ending = [...this.#ports.values()].filter(
      (one) => Object.keys(one.leases).length > 0 && isOver(one),
    );
    for (const one of ending) this.#end(one, protocols, now);
    return ending.length > 0;
  }

  /** Ends leases and reservations that are over. Returns whether there were any. */
  expire(now: number): boolean {
    let isChanged = false;
    for (const one of this.#ports.values()) {
      const over = protocols.filter((protocol) => (one.leases[protocol]?.until ?? Infinity) <= now);
      if (over.length > 0) this.#end(one, over, now);
      const isFree = Object.keys(one.leases).length === 0 && one.reservedUntil <= now;
      if (isFree) this.#ports.delete(keyOf(one));
      isChanged ||= isFree || over.length > 0;
    }
    return isChanged;
  }

  /** Restores a saved port. A port that is outside the range or already held is left out. */
  restore(port: ForwardedPort): void {
    if (this.#isInRange(port.port) && !this.#ports.has(keyOf(port))) this.#put(port);
  }

  /** Chooses a port for a new mapping: the suggested one, the one that it had before, a free one, or an unused one of the customer. */
  #choose(
    request: PortRequest,
    own: readonly ForwardedPort[],
    random: () => number,
  ): Result<number, PortRefusal> {
    const { address, suggestedPort: suggested, internalPort, slot, host, protocol } = request;
    const here = own.filter((one) => one.address === address);
    /** A port without leases, or the other protocol of the same mapping. */
    const usable = here.filter(
      (one) =>
        Object.keys(one.leases).length === 0 ||
        (one.host === host && one.internalPort === internalPort && one.leases[protocol] === undefined),
    );
    const mayAdd = here.length < this.#rules.perCustomer;
    const isFree = (port: number) => !this.#ports.has(keyOf({ address, port }));
    if (usable.some(({ port }) => port === suggested)) return ok(suggested);
    const isSuggestedFree = this.#isInRange(suggested) && isFree(suggested);
    if (request.isExact) {
      if (!isSuggestedFree) return err('not_available');
      return mayAdd ? ok(suggested) : err('quota');
    }
    const previous = usable.find((one) => one.internalPort === internalPort && one.slot === slot);
    if (previous !== undefined) return ok(previous.port);
    if (mayAdd) {
      const port = isSuggestedFree ? suggested : this.#freePort(isFree, random);
      return port === null ? err('no_port') : ok(port);
    }
    const idle = usable.toSorted((one, other) => one.reservedUntil - other.reservedUntil)[0];
    return idle === undefined ? err('quota') : ok(idle.port);
  }

  /** The first free port from a random start, so that a port is no counter of customers. */
  #freePort(isFree: (port: number) => boolean, random: () => number): number | null {
    const { first, last } = this.#rules;
    const count = last - first + 1;
    const start = Math.min(count - 1, Math.floor(random() * count));
    for (let step = 0; step < count; step += 1) {
      const port = first + ((start + step) % count);
      if (isFree(port)) return port;
    }
    return null;
  }

  #isInRange(port: number): boolean {
    return port >= this.#rules.first && port <= this.#rules.last;
  }

  #end(port: ForwardedPort, over: readonly Protocol[], now: number): void {
    const left = Object.entries(port.leases).filter(([protocol]) => !over.some((one) => one === protocol));
    const reservedUntil = left.length === 0 ? now + this.#rules.reservation : port.reservedUntil;
    this.#put({ ...port, leases: Object.fromEntries(left), reservedUntil });
  }

  #put(port: ForwardedPort): void {
    this.#ports.set(keyOf(port), port);
  }
}

function keyOf({ address, port }: { readonly address: string; readonly port: number }): string {
  return `${address}:${port}`;
}
