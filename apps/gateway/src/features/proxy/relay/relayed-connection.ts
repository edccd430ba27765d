import type { Result } from '@comet/foundation';
import type { Relay } from './relay.ts';
import { RelayedEgress } from './relayed-egress.ts';
import type { Join } from './relay-commands.ts';
import type { Customer } from '../auth/customer.ts';
import type { Engine, Moving } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import { pipeSettingsOf } from './pipe-settings.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import { type Opened, openExit, type Reach } from '../egress/open-exit.ts';
import type { ReachFailure } from '../egress/connect-target.ts';
import type { Destination } from '../egress/destination.ts';
import type { Refusal } from '../refusals.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';
import type { Asked } from '../egress/upstream-handshake.ts';
import { openFor, type AuthenticatedClient } from '../auth/authenticated-client.ts';

/** The replies of a protocol to a client: on success, and on refusal. */
export interface ClientReplies {
  readonly greeting: Buffer;
  refuse(relay: Relay, line: number, refusal: Refusal): void;
}

/** A client's connection at the relay that becomes a tunnel. */
export class RelayedConnection implements ConnectionOwner, Moving {
  readonly #engine: Engine;
  readonly #relay: Relay;
  readonly #line: number;
  readonly egressRoute: RelayedEgress;
  readonly #replies: ClientReplies;
  #isGone = false;
  #isJoined = false;
  #connectionSlot: ConnectionSlot | null = null;
  #onGone: (() => void) | null = null;

  constructor(engine: Engine, relay: Relay, line: number, replies: ClientReplies) {
    this.#replies = replies;
    this.#engine = engine;
    this.#relay = relay;
    this.#line = line;
    this.egressRoute = new RelayedEgress(relay, line, engine.now);
  }

  /** Connects by an exit for `authenticatedClient`; `onOpened` is called where the tunnel was joined at connect time. */
  connect(
    authenticatedClient: AuthenticatedClient,
    destination: Destination,
    onOpened: () => void = () => undefined,
  ): void {
    const { customer, targeting } = authenticatedClient;
    const opening = (reaches: Reach<this>) =>
      openFor(this.#engine, authenticatedClient, () =>
        openExit(this.#engine, customer, targeting, destination, reaches),
      );
    void this.open(customer, opening, onOpened);
  }

  async open(
    customer: Customer,
    opening: (reaches: Reach<this>) => Promise<Result<Opened<this>, Refusal>>,
    onOpened: () => void = () => undefined,
  ): Promise<void> {
    const { generation } = customer;
    // Where the grant changed during a DNS query, the sides are joined only after another check.
    const isRight = (exit: Exit): boolean =>
      customer.generation === generation && !exit.isGone && exit.view.healthy;
    const opened = await opening((exit, asked) =>
      this.#reach(exit, asked, isRight(exit) ? this.#pipeSettingsOf(customer, exit) : null),
    );
    if (this.#isGone) return;
    if (!opened.ok) return this.#isJoined ? this.destroy() : this.refuse(opened.error);
    const { exit } = opened.value;
    this.#connectionSlot = takeConnectionSlot(this.#engine, customer, exit, this);
    if (this.#isJoined) return onOpened();
    this.#relay.orders.join(this.#line, this.#pipeSettingsOf(customer, exit), this.egressRoute.rest);
    this.#relay.soon();
  }

  #pipeSettingsOf(customer: Customer, exit: Exit): Join {
    return pipeSettingsOf(this.#engine, this.#relay, customer, exit, this.#replies.greeting);
  }

  async #reach(exit: Exit, asked: Asked, join: Join | null): Promise<this | ReachFailure> {
    const failure = await this.egressRoute.open(exit.view.outlet, asked, join);
    if (failure !== null) return failure;
    this.#isJoined = join !== null && exit.view.outlet.kind === 'local';
    return this;
  }

  refuse(refusal: Refusal): void {
    this.#replies.refuse(this.#relay, this.#line, refusal);
  }

  /** Resolves with the bytes received from the target. */
  received(): Promise<number> {
    return this.egressRoute.count();
  }

  onceGone(listener: () => void): void {
    this.#onGone = listener;
  }

  gone(bytes: number): void {
    this.egressRoute.counted(bytes);
    this.#leave();
  }

  hasMoved(): boolean {
    return true;
  }

  /** Closes an unused connection; the refusal that follows ends the egress side. */
  close(): void {
    this.egressRoute.rest = Buffer.alloc(0);
  }

  destroy(): void {
    this.#relay.end(this.#line);
    this.#leave();
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.egressRoute.end();
    this.#connectionSlot?.leave();
    this.#onGone?.();
  }
}
