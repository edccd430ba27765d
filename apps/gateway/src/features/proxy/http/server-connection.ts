import { RelayedEgress } from '../relay/relayed-egress.ts';
import type { Relay } from '../relay/relay.ts';
import type { Moving } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import type { Leaving } from '../egress/open-exit.ts';
import type { ReachFailure } from '../egress/connect-target.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';
import type { Asked } from '../egress/upstream-handshake.ts';
import type { AuthenticatedClient } from '../auth/authenticated-client.ts';

/** A connection to a server at the relay, for the requests of one client to one destination while it is kept alive. */
export class ServerConnection implements Leaving, Moving {
  readonly egressRoute: RelayedEgress;
  /** The user name with its parameters, and the host. */
  readonly key: string;
  readonly authenticatedClient: AuthenticatedClient;
  readonly #engine: Engine;
  readonly #relay: Relay;
  readonly #line: number;
  /** The customer's generation when it was opened: after a change, no request is forwarded. */
  readonly #generation: number;
  /** The end of the session's run in which it was opened, once that is known. */
  #run: number | null = null;
  #exit: Exit | null = null;
  #connectionSlot: ConnectionSlot | null = null;
  #onGone: (() => void) | null = null;
  #isGone = false;

  constructor(
    engine: Engine,
    relay: Relay,
    line: number,
    key: string,
    authenticatedClient: AuthenticatedClient,
  ) {
    this.egressRoute = new RelayedEgress(relay, line, engine.now);
    this.key = key;
    this.authenticatedClient = authenticatedClient;
    this.#engine = engine;
    this.#relay = relay;
    this.#line = line;
    this.#generation = authenticatedClient.customer.generation;
  }

  /** Null before it is open. */
  get exit(): Exit | null {
    return this.#exit;
  }

  async reach(exit: Exit, asked: Asked): Promise<this | ReachFailure> {
    return (await this.egressRoute.open(exit.view.outlet, asked, null)) ?? this;
  }

  /** Marks it open by this exit; it takes a connection slot until it ends. */
  opened(exit: Exit): void {
    this.#exit = exit;
    this.#connectionSlot = takeConnectionSlot(this.#engine, this.authenticatedClient.customer, exit, this);
  }

  /**
   * Whether it can be reused for a request: the user name may belong to another customer or a new grant by then, and the session may have
   * another exit.
   */
  serves(key: string, { customer, targeting }: AuthenticatedClient): boolean {
    if (this.#isGone || this.#exit === null || key !== this.key) return false;
    if (customer !== this.authenticatedClient.customer || this.hasLostRight) return false;
    if (targeting.session === null) return true;
    const kept = this.#engine.sessions.find(customer.grant.username, targeting, this.#engine.now());
    this.#run ??= kept?.until ?? null;
    return kept !== null && kept.until === this.#run;
  }

  get hasLostRight(): boolean {
    return this.authenticatedClient.customer.generation !== this.#generation;
  }

  received(): Promise<number> {
    return this.egressRoute.count();
  }

  onceGone(listener: () => void): void {
    this.#onGone = listener;
  }

  /** Closes an unused connection; the refusal follows. */
  close(): void {
    this.leave();
  }

  hasMoved(): boolean {
    return true;
  }

  destroy(): void {
    if (this.#isGone) return;
    this.leave();
    this.#relay.orders.drop(this.#line);
    this.#relay.soon();
  }

  /** Releases its slot; may be called more than once. */
  leave(): void {
    this.#isGone = true;
    this.egressRoute.end();
    this.#connectionSlot?.leave();
    this.#onGone?.();
    this.#onGone = null;
  }
}
