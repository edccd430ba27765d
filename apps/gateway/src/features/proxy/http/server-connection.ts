import { RelayedEgress } from '../relay/relayed-egress.ts';
import type { Relay } from '../relay/relay.ts';
import type { OpenConnection } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import type { EgressConnection } from '../egress/open-exit.ts';
import type { ConnectFailure } from '../egress/connect-target.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';
import type { EgressTarget } from '../egress/upstream-handshake.ts';
import type { AuthenticatedClient } from '../auth/authenticated-client.ts';

/** A connection to a server at the relay, for the requests of one client to one destination while it is kept alive. */
export class ServerConnection implements EgressConnection, OpenConnection {
  readonly egress: RelayedEgress;
  /** The user name with its parameters, and the host. */
  readonly key: string;
  readonly authenticatedClient: AuthenticatedClient;
  readonly #engine: Engine;
  readonly #relay: Relay;
  readonly #connectionId: number;
  /** The customer's generation when it was opened: after a change, no request is forwarded. */
  readonly #generation: number;
  /** End time of the sticky session in which it was opened; null while unknown. */
  #run: number | null = null;
  #exit: Exit | null = null;
  #connectionSlot: ConnectionSlot | null = null;
  #onClosed: (() => void) | null = null;
  #isGone = false;

  constructor(
    engine: Engine,
    relay: Relay,
    connectionId: number,
    key: string,
    authenticatedClient: AuthenticatedClient,
  ) {
    this.egress = new RelayedEgress(relay, connectionId, engine.now);
    this.key = key;
    this.authenticatedClient = authenticatedClient;
    this.#engine = engine;
    this.#relay = relay;
    this.#connectionId = connectionId;
    this.#generation = authenticatedClient.customer.generation;
  }

  /** Null before it is open. */
  get exit(): Exit | null {
    return this.#exit;
  }

  async connectByExit(exit: Exit, target: EgressTarget): Promise<this | ConnectFailure> {
    return (await this.egress.open(exit.view.outlet, target, null)) ?? this;
  }

  /** Marks it open by this exit; it takes a connection slot until it ends. */
  opened(exit: Exit): void {
    this.#exit = exit;
    this.#connectionSlot = takeConnectionSlot(this.#engine, this.authenticatedClient.customer, exit, this);
  }

  /**
   * Whether it can be reused for a request: the user name may now belong to another customer or a new grant, and the session may have
   * another exit.
   */
  serves(key: string, { customer, targeting }: AuthenticatedClient): boolean {
    if (this.#isGone || this.#exit === null || key !== this.key) return false;
    if (customer !== this.authenticatedClient.customer || this.isRevoked) return false;
    if (targeting.session === null) return true;
    const kept = this.#engine.sessions.find(customer.grant.username, targeting, this.#engine.now());
    this.#run ??= kept?.until ?? null;
    return kept !== null && kept.until === this.#run;
  }

  get isRevoked(): boolean {
    return this.authenticatedClient.customer.generation !== this.#generation;
  }

  received(): Promise<number> {
    return this.egress.count();
  }

  onceClosed(listener: () => void): void {
    this.#onClosed = listener;
  }

  /** Closes an unused connection; the refusal follows. */
  close(): void {
    this.leave();
  }

  wasActive(): boolean {
    return true;
  }

  destroy(): void {
    if (this.#isGone) return;
    this.leave();
    this.#relay.commands.drop(this.#connectionId);
    this.#relay.scheduleFlush();
  }

  /** Releases its slot; may be called more than once. */
  leave(): void {
    this.#isGone = true;
    this.egress.end();
    this.#connectionSlot?.release();
    this.#onClosed?.();
    this.#onClosed = null;
  }
}
