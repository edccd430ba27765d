import type { Customer } from './auth/customer.ts';
import { Customers } from './auth/customers.ts';
import { destinationGuard, type Guard, sharedAddresses } from './egress/destination-guard.ts';
import { Exits } from './egress/exits.ts';
import { dnsPort } from './tunnels/open-by-tunnel-exit.ts';
import type { ExitView, ProxyEvent, ProxySetup } from './proxy-messages.ts';
import { QuotaAccounts } from './quota/quota-accounts.ts';
import { ProviderTunnels } from './tunnels/provider-tunnels.ts';
import type { ResolveName } from './dns/resolve-name.ts';
import { StickySessions } from './egress/sticky-sessions.ts';
import { ProbeTargets } from './probe/probe-targets.ts';

/** The dependencies of the proxy. */
export interface EngineParts {
  readonly setup: Omit<ProxySetup, 'type'>;
  readonly resolve: ResolveName;
  emit(event: ProxyEvent): void;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newToken: () => string;
}

/** An open connection; `wasActive` returns whether bytes were transferred since the last call. */
export interface OpenConnection {
  wasActive(): boolean;
  destroy(): void;
}

/** Preauthorised connections for repeated requests; they count as open. */
export interface PreauthorisationPool {
  /** Closes the unused connections of a customer, or of all (null); resolves when done. Returns null where there are none. */
  releaseUnused(customer: Customer | null): Promise<unknown> | null;
}

/** The state of the proxy: updated by the agent's messages, read by customers' connections. */
export class Engine {
  readonly setup: EngineParts['setup'];
  readonly now: () => number;
  readonly newToken: () => string;
  readonly random: () => number;
  readonly resolve: ResolveName;
  readonly emit: (event: ProxyEvent) => void;
  readonly customers: Customers;
  readonly tunnels: ProviderTunnels;
  readonly sessions = new StickySessions();
  readonly exits: Exits;
  readonly quotaAccounts: QuotaAccounts;
  /** The targets for health checks of providers' endpoints. */
  readonly probeTargets: ProbeTargets;
  preauthorisationPool: PreauthorisationPool = { releaseUnused: () => null };
  /** UDP associations, whose permitted destinations are cached. */
  readonly associations = new Set<{ clearDestinations(): void }>();
  /** All open connections. */
  readonly openConnections = new Set<OpenConnection>();
  guard: Guard;

  constructor(parts: EngineParts) {
    this.setup = parts.setup;
    const { admissionEndpoint, tproxy, resolver } = parts.setup;
    const names = { host: tproxy?.resolver ?? resolver, port: dnsPort };
    this.probeTargets = new ProbeTargets(admissionEndpoint, names, parts.random);
    this.now = parts.now;
    this.newToken = parts.newToken;
    this.random = parts.random;
    this.tunnels = new ProviderTunnels(parts.newToken);
    this.resolve = parts.resolve;
    this.emit = parts.emit;
    this.exits = new Exits(parts.random);
    this.quotaAccounts = new QuotaAccounts({
      draw: (quotaAccount) => parts.emit({ type: 'draw', quotaAccount }),
      used: (slice, bytes, done) => parts.emit({ type: 'used', slice, bytes, done }),
    });
    this.customers = new Customers(this.quotaAccounts);
    this.guard = destinationGuard([], this.setup.except);
  }

  /** All customers that share the capacity. */
  *allCustomers(): Iterable<Customer> {
    yield* this.customers.all();
    yield* this.tunnels.customers();
  }

  /** Number of customers with an open connection. */
  get active(): number {
    let count = 0;
    for (const { isActive } of this.allCustomers()) if (isActive) count += 1;
    return count;
  }

  setExits(all: readonly ExitView[]): void {
    this.exits.replaceAll(all);
    this.#clearDestinations();
  }

  setOwn(networks: Parameters<typeof destinationGuard>[0] & Parameters<typeof sharedAddresses>[0]): void {
    this.customers.isShared = sharedAddresses(networks);
    this.guard = destinationGuard(networks, this.setup.except);
    this.#clearDestinations();
  }

  #clearDestinations(): void {
    for (const association of this.associations) association.clearDestinations();
  }
}
