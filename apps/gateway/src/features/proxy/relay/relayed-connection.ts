import type { Result } from '@comet/foundation';
import type { Relay } from './relay.ts';
import { RelayedEgress } from './relayed-egress.ts';
import type { JoinSettings } from './relay-commands.ts';
import type { Customer } from '../auth/customer.ts';
import type { Engine, OpenConnection } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import { joinSettingsOf } from './join-settings.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import { type Opened, openExit, type ConnectByExit } from '../egress/open-exit.ts';
import type { ConnectFailure } from '../egress/connect-target.ts';
import type { Destination } from '../egress/destination.ts';
import type { Refusal } from '../refusals.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';
import type { EgressTarget } from '../egress/upstream-handshake.ts';
import { openFor, type AuthenticatedClient } from '../auth/authenticated-client.ts';

/** The replies of a protocol to a client: on success, and on refusal. */
export interface ClientReplies {
  readonly greeting: Buffer;
  refuse(relay: Relay, connectionId: number, refusal: Refusal): void;
}

/** A client's connection at the relay that becomes a tunnel. */
export class RelayedConnection implements ConnectionOwner, OpenConnection {
  readonly #engine: Engine;
  readonly #relay: Relay;
  readonly #connectionId: number;
  readonly egress: RelayedEgress;
  readonly #replies: ClientReplies;
  #isGone = false;
  #isJoined = false;
  #connectionSlot: ConnectionSlot | null = null;
  #onClosed: (() => void) | null = null;

  constructor(engine: Engine, relay: Relay, connectionId: number, replies: ClientReplies) {
    this.#replies = replies;
    this.#engine = engine;
    this.#relay = relay;
    this.#connectionId = connectionId;
    this.egress = new RelayedEgress(relay, connectionId, engine.now);
  }

  /** Connects through an exit; `onOpened` is called if the tunnel was joined at connect time. */
  connect(
    authenticatedClient: AuthenticatedClient,
    destination: Destination,
    onOpened: () => void = () => undefined,
  ): void {
    const { customer, targeting } = authenticatedClient;
    const opening = (connectByExit: ConnectByExit<this>) =>
      openFor(this.#engine, authenticatedClient, () =>
        openExit(this.#engine, customer, targeting, destination, connectByExit),
      );
    void this.open(customer, opening, onOpened);
  }

  async open(
    customer: Customer,
    opening: (connectByExit: ConnectByExit<this>) => Promise<Result<Opened<this>, Refusal>>,
    onOpened: () => void = () => undefined,
  ): Promise<void> {
    const { generation } = customer;
    // If the grant changed during a DNS query, the sides are joined only after another check.
    const isUsable = (exit: Exit): boolean =>
      customer.generation === generation && !exit.isGone && exit.view.healthy;
    const opened = await opening((exit, target) =>
      this.#connectByExit(exit, target, isUsable(exit) ? this.#joinSettingsOf(customer, exit) : null),
    );
    if (this.#isGone) return;
    if (!opened.ok) return this.#isJoined ? this.destroy() : this.refuse(opened.error);
    const { exit } = opened.value;
    this.#connectionSlot = takeConnectionSlot(this.#engine, customer, exit, this);
    if (this.#isJoined) return onOpened();
    this.#relay.commands.join(this.#connectionId, this.#joinSettingsOf(customer, exit), this.egress.rest);
    this.#relay.scheduleFlush();
  }

  #joinSettingsOf(customer: Customer, exit: Exit): JoinSettings {
    return joinSettingsOf(this.#engine, this.#relay, customer, exit, this.#replies.greeting);
  }

  async #connectByExit(
    exit: Exit,
    target: EgressTarget,
    join: JoinSettings | null,
  ): Promise<this | ConnectFailure> {
    const failure = await this.egress.open(exit.view.outlet, target, join);
    if (failure !== null) return failure;
    this.#isJoined = join !== null && exit.view.outlet.kind === 'local';
    return this;
  }

  refuse(refusal: Refusal): void {
    this.#replies.refuse(this.#relay, this.#connectionId, refusal);
  }

  /** Resolves with the bytes received from the target. */
  received(): Promise<number> {
    return this.egress.count();
  }

  onceClosed(listener: () => void): void {
    this.#onClosed = listener;
  }

  gone(bytes: number): void {
    this.egress.counted(bytes);
    this.#release();
  }

  wasActive(): boolean {
    return true;
  }

  /** Closes an unused connection; the refusal that follows ends the egress side. */
  close(): void {
    this.egress.rest = Buffer.alloc(0);
  }

  destroy(): void {
    this.#relay.end(this.#connectionId);
    this.#release();
  }

  #release(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.egress.end();
    this.#connectionSlot?.release();
    this.#onClosed?.();
  }
}
