import type { Customer } from './customer.ts';
import { Customers } from './customers.ts';
import { destinationGuard, type Guard } from './destination-guard.ts';
import { Exits } from './exits.ts';
import { portOfNames } from './open-through.ts';
import type { ExitView, ProxyNews, ProxySetup } from './proxy-messages.ts';
import { Purses } from './purses.ts';
import { RelayedTunnels } from './relayed-tunnels.ts';
import type { ResolveName } from './resolve-name.ts';
import { StickySessions } from './sticky-sessions.ts';
import { Witnesses } from './witnesses.ts';

/** The outside world of the proxy. */
export interface EngineParts {
  readonly setup: Omit<ProxySetup, 'type'>;
  readonly resolve: ResolveName;
  tell(news: ProxyNews): void;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newToken: () => string;
}

/** Something that moves bytes; `stir` is false when none have moved since the last time. */
export interface Moving {
  stir(): boolean;
  destroy(): void;
}

/** Tunnels that stand open for whoever asks for the same again, and count as open meanwhile. */
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
  readonly tell: (news: ProxyNews) => void;
  readonly customers: Customers;
  readonly tunnels: RelayedTunnels;
  readonly sessions = new StickySessions();
  readonly exits: Exits;
  readonly purses: Purses;
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
    const { door, relay, resolver } = parts.setup;
    const names = { host: relay?.resolver ?? resolver, port: portOfNames };
    this.witnesses = new Witnesses(door, names, parts.random);
    this.now = parts.now;
    this.newToken = parts.newToken;
    this.random = parts.random;
    this.tunnels = new RelayedTunnels(parts.newToken);
    this.resolve = parts.resolve;
    this.tell = parts.tell;
    this.exits = new Exits(parts.random);
    this.purses = new Purses({
      draw: (purse) => parts.tell({ type: 'draw', purse }),
      used: (slice, bytes, done) => parts.tell({ type: 'used', slice, bytes, done }),
    });
    this.customers = new Customers(this.purses);
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
