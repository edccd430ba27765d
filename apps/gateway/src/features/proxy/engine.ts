import type { Customer } from './auth/customer.ts';
import { Customers } from './auth/customers.ts';
import { destinationGuard, type Guard } from './egress/destination-guard.ts';
import { Exits } from './egress/exits.ts';
import { portOfNames } from './tunnels/open-through-tunnel.ts';
import type { ExitView, ProxyEvent, ProxySetup } from './proxy-messages.ts';
import { QuotaAccounts } from './quota/quota-accounts.ts';
import { TproxiedTunnels } from './tunnels/tproxied-tunnels.ts';
import type { ResolveName } from './dns/resolve-name.ts';
import { StickySessions } from './egress/sticky-sessions.ts';
import { Witnesses } from './probe/probe-targets.ts';

/** The outside world of the proxy. */
export interface EngineParts {
  readonly setup: Omit<ProxySetup, 'type'>;
  readonly resolve: ResolveName;
  tell(event: ProxyEvent): void;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newToken: () => string;
}

/** Something that moves bytes; `hasMoved` is false when none have moved since the last time. */
export interface Moving {
  hasMoved(): boolean;
  destroy(): void;
}

/** Tunnels that stay open for another request for the same target, and count as open meanwhile. */
export interface Ahead {
  /** Those of a customer, or of all, are given up where nobody has taken them: done when it resolves; null where there are none. */
  giveUp(customer: Customer | null): Promise<unknown> | null;
}

/** All that the proxy knows. What it is told by the agent comes in here; what customers do goes by it. */
export class Engine {
  readonly setup: EngineParts['setup'];
  readonly now: () => number;
  readonly newToken: () => string;
  readonly random: () => number;
  readonly resolve: ResolveName;
  readonly tell: (event: ProxyEvent) => void;
  readonly customers: Customers;
  readonly tunnels: TproxiedTunnels;
  readonly sessions = new StickySessions();
  readonly exits: Exits;
  readonly quotaAccounts: QuotaAccounts;
  /** Who tells whether a provider's endpoint carries bytes. */
  readonly witnesses: Witnesses;
  ahead: Ahead = { giveUp: () => null };
  /** Of clients that send datagrams: what they may reach was said before. */
  readonly associations = new Set<{ reconsider(): void }>();
  /** Everything that is open. */
  readonly moving = new Set<Moving>();
  guard: Guard;

  constructor(parts: EngineParts) {
    this.setup = parts.setup;
    const { admissionEndpoint, tproxy, resolver } = parts.setup;
    const names = { host: tproxy?.resolver ?? resolver, port: portOfNames };
    this.witnesses = new Witnesses(admissionEndpoint, names, parts.random);
    this.now = parts.now;
    this.newToken = parts.newToken;
    this.random = parts.random;
    this.tunnels = new TproxiedTunnels(parts.newToken);
    this.resolve = parts.resolve;
    this.tell = parts.tell;
    this.exits = new Exits(parts.random);
    this.quotaAccounts = new QuotaAccounts({
      draw: (quotaAccount) => parts.tell({ type: 'draw', quotaAccount }),
      used: (slice, bytes, done) => parts.tell({ type: 'used', slice, bytes, done }),
    });
    this.customers = new Customers(this.quotaAccounts);
    this.guard = destinationGuard([], this.setup.except);
  }

  /** All with whom what there is is shared. */
  *sharers(): Iterable<Customer> {
    yield* this.customers.all();
    yield* this.tunnels.customers();
  }

  /** How many of them have something open. */
  get active(): number {
    let count = 0;
    for (const { isActive } of this.sharers()) if (isActive) count += 1;
    return count;
  }

  setExits(all: readonly ExitView[]): void {
    this.exits.replaceAll(all);
    this.#reconsider();
  }

  setOwn(networks: Parameters<typeof destinationGuard>[0]): void {
    this.guard = destinationGuard(networks, this.setup.except);
    this.#reconsider();
  }

  #reconsider(): void {
    for (const association of this.associations) association.reconsider();
  }
}
