import { chooseExit } from './choose-exit.ts';
import type { ExitView } from '../proxy-messages.ts';
import type { Targeting } from '../auth/username.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';

/** A connection through an exit, with its byte counter. */
export interface MeteredConnection {
  /** Resolves with the bytes received from the other side. */
  received(): Promise<number>;
  onceClosed(listener: () => void): void;
}

/** An exit, with its open connections. */
export class Exit {
  view: ExitView;
  readonly rateLimiter: RateLimiter;
  /** The exit exists for one connection only. */
  readonly isSingleConnection: boolean;
  isGone = false;
  /** Destroyed when the exit is gone. */
  readonly open = new Set<{ destroy(): void }>();
  /** Connections through a provider that have reached their destination. */
  readonly connections = new Set<MeteredConnection>();

  constructor(view: ExitView, isSingleConnection = false) {
    this.view = view;
    this.isSingleConnection = isSingleConnection;
    this.rateLimiter = new RateLimiter(view.caps.bytesPerSecond);
  }

  keepConnection(connection: MeteredConnection): void {
    this.connections.add(connection);
    connection.onceClosed(() => this.connections.delete(connection));
  }

  endAll(): void {
    for (const one of [...this.open]) one.destroy();
  }
}

/** The exits that the agent has listed. */
export class Exits {
  readonly #byId = new Map<string, Exit>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  all(): Iterable<Exit> {
    return this.#byId.values();
  }

  /** Connections through an exit that is gone, unhealthy, or has another outlet are ended at once, so that clients retry. */
  replaceAll(views: readonly ExitView[]): void {
    const named = new Map(views.map((view) => [view.id, view]));
    for (const [id, exit] of this.#byId) {
      const now = named.get(id);
      if (now === undefined) {
        this.#byId.delete(id);
        exit.isGone = true;
      }
      if (now?.healthy !== true || !hasSameOutlet(now, exit.view)) exit.endAll();
      if (exit.isGone) exit.rateLimiter.end();
    }
    for (const view of views) {
      const known = this.#byId.get(view.id);
      if (known === undefined) this.#byId.set(view.id, new Exit(view));
      else {
        known.view = view;
        known.rateLimiter.rate = view.caps.bytesPerSecond;
      }
    }
  }

  /** Returns a healthy exit by its id. */
  find(id: string): Exit | null {
    const exit = this.#byId.get(id);
    return exit?.view.healthy === true ? exit : null;
  }

  /** Ids of exits without IPv6. A provider's IPv6 support is unknown, so providers are not included. */
  withoutIpv6(): ReadonlySet<string> {
    return new Set([...this.#byId.values()].flatMap(({ view }) => (lacksIpv6(view) ? [view.id] : [])));
  }

  /** Ids of all exits except those known to have IPv6. */
  withoutKnownIpv6(): ReadonlySet<string> {
    const isKnown = ({ outlet }: ExitView) => outlet.kind === 'local' && outlet.ipv6 !== null;
    return new Set([...this.#byId.values()].flatMap(({ view }) => (isKnown(view) ? [] : [view.id])));
  }

  /** Open connections through one endpoint of a provider, in all countries. */
  *connectionsOf(upstream: string): Iterable<MeteredConnection> {
    for (const exit of this.all()) if (exit.view.id.startsWith(`${upstream}/`)) yield* exit.connections;
  }

  /** Chooses a matching exit of the metered pool; see `chooseExit`. */
  choose(
    { country, city }: Targeting,
    avoid: ReadonlySet<string>,
    mayRepeat: boolean,
    unable: ReadonlySet<string>,
  ): Exit | null {
    const views = [...this.#byId.values()].map(({ view }) => view);
    const chosen = chooseExit(
      views,
      { use: 'native', country, city, avoid, unable },
      this.#random,
      mayRepeat,
    );
    return chosen === null ? null : this.find(chosen.id);
  }
}

/**
 * Whether open connections may continue. Those through a provider end when its rules change: their destinations are not stored, so they
 * cannot be checked against new rules. An own exit reconnects with its rules (decision 31).
 */
function hasSameOutlet(one: ExitView, other: ExitView): boolean {
  const lasting = ({ kind, outlet, rules }: ExitView) =>
    JSON.stringify([outlet, kind === 'upstream' ? rules : null]);
  return lasting(one) === lasting(other);
}

/** Returns whether the exit is one of ours without IPv6; false for a provider's endpoint. */
export function lacksIpv6({ outlet }: Pick<ExitView, 'outlet'>): boolean {
  return outlet.kind === 'local' && outlet.ipv6 === null;
}
