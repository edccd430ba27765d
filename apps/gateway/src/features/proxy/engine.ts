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
  /** Monotonic clock in milliseconds. */
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

/** Preauthorised connections for repeated requests; they count as open. */
export interface Ahead {
  /** Closes the unused connections of a customer, or of all (null); resolves when done. Returns null where there are none. */
  giveUp(customer: Customer | null): Promise<unknown> | null;
}

/** The state of the proxy: updated by the agent's messages, read by customers' connections. */
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
  /** The targets for health checks of providers' endpoints. */
  readonly witnesses: Witnesses;
  ahead: Ahead = { giveUp: () => null };
  /** UDP associations, whose permitted destinations are cached. */
  readonly associations = new Set<{ reconsider(): void }>();
  /** All open connections. */
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

  /** All customers that share the capacity. */
  *sharers(): Iterable<Customer> {
    yield* this.customers.all();
    yield* this.tunnels.customers();
  }

  /** Number of customers with an open connection. */
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
