import { preauthorisedSlots } from '../auth/authenticated-client.ts';
import type { Customer } from '../auth/customer.ts';
import { ports } from '../egress/connect-target.ts';
import type { Exit } from '../egress/exits.ts';
import {
  type ProxyRequest,
  chooseEgressRoute,
  isStillAdmitted,
  isStillRight,
  type EgressRoute,
} from '../egress/proxy-request.ts';
import type { Moving } from '../engine.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';
import type { QuotaAccount } from '../quota/quota-account.ts';
import { httpRefusal } from '../refusals.ts';
import type { ConnectionOwner, LineSide } from '../relay/connection-owner.ts';
import { established, type PipeCommand } from '../relay/relay-commands.ts';
import type { PreauthorisationParts } from './preauthorisation-parts.ts';

/** A tunnel that is open until a client takes it at the relay. It counts as any other, from before its client is there. */
class PreauthorisedConnection implements ConnectionOwner, LineSide, Moving {
  readonly exit: Exit;
  readonly #connectionSlot: ConnectionSlot;
  readonly #relay: PreauthorisationParts['relay'];
  /** Until it is connected: what was asked for is not kept with a tunnel. */
  #pass: Preauthorisation | null;
  #line = 0;
  #isGone = false;

  constructor(
    { engine, relay }: PreauthorisationParts,
    customer: Customer,
    exit: Exit,
    pass: Preauthorisation,
  ) {
    this.exit = exit;
    this.#pass = pass;
    this.#relay = relay;
    this.#connectionSlot = takeConnectionSlot(engine, customer, exit, this);
  }

  get egressRoute(): this {
    return this;
  }

  /** Somebody has taken it, and is being connected. False where it has ended before that was known, and he has to go. */
  take(line: number): boolean {
    this.#line = line;
    if (!this.#isGone) this.#pass?.begin(this, () => this.#fail());
    return !this.#isGone;
  }

  dialled(failure: number): void {
    const pass = this.#pass;
    if (this.#isGone) return;
    if (failure === 0) {
      pass?.met(this);
      this.#pass = null;
      return;
    }
    this.leave();
    // Another port or exit may do: it goes on as if nothing had been open.
    pass?.reprocess(this.#line);
  }

  #fail(): void {
    const pass = this.#pass;
    this.leave();
    pass?.refuse(this.#line);
  }

  gone(): void {
    this.leave();
  }

  said(): void {}

  counted(): void {}

  hasMoved(): boolean {
    return true;
  }

  destroy(): void {
    if (this.#isGone) return;
    const pass = this.#pass;
    this.leave();
    if (this.#line === 0) pass?.withdraw();
    else this.#relay.end(this.#line);
  }

  /** It does not count any more; may be called more than once. */
  leave(): void {
    this.#isGone = true;
    this.#pass?.met(this);
    this.#pass = null;
    this.#connectionSlot.leave();
  }
}

/** Milliseconds after which nobody takes a place any more, unless there have been further ones. */
const lasts = 250;
/** Places that wait at a time: at first, and at most. */
const slots = { first: 2, most: 64 };

/**
 * What was decided about one head, for some who say the same from the same address: each of them takes a place that was opened before.
 * It is over when the relay says so, and until then its places count.
 */
export class Preauthorisation {
  readonly customer: Customer;
  readonly #id: number;
  readonly #proxyRequest: ProxyRequest;
  readonly #parts: PreauthorisationParts;
  readonly #quotaAccount: QuotaAccount | null;
  /** In the order in which they are taken. */
  readonly #waiting: PreauthorisedConnection[] = [];
  readonly #over = Promise.withResolvers<void>();
  #most = slots.first;
  #isWithdrawn = false;

  constructor(parts: PreauthorisationParts, id: number, proxyRequest: ProxyRequest) {
    const { engine } = parts;
    this.customer = proxyRequest.authenticatedClient.customer;
    this.#parts = parts;
    this.#id = id;
    this.#proxyRequest = proxyRequest;
    const { quotaAccount } = this.customer.grant;
    this.#quotaAccount = quotaAccount === null ? null : engine.quotaAccounts.of(quotaAccount, engine.now());
  }

  /** Resolves when nobody takes a place any more. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** False where there is no place to wait at, and the relay receives nothing. */
  open(): boolean {
    const orders = isStillAdmitted(this.#parts.engine, this.#proxyRequest) ? this.#fill() : [];
    const [first] = orders;
    if (first === undefined) return false;
    const { from, head, destination } = this.#proxyRequest;
    const quotaAccount = this.#parts.relay.accounts.idOfQuotaAccount(this.#quotaAccount);
    const join = { quotaAccount, gate: first.gates[0], greeting: established };
    this.#parts.relay.orders.pass(
      this.#id,
      lasts,
      from,
      destination,
      join,
      Buffer.from(head, 'latin1'),
      orders,
    );
    this.#parts.relay.soon();
    return true;
  }

  /** Somebody else has asked for the same, or places are running out: there are to be more. */
  extend(): void {
    const orders = this.#fill();
    if (orders.length === 0) return;
    this.#parts.relay.orders.extend(this.#id, orders);
    this.#parts.relay.soon();
  }

  taken(line: number): void {
    const connection = this.#waiting.shift();
    if (connection === undefined || !connection.take(line)) return this.#parts.relay.end(line);
    this.#parts.relay.keep(line, connection);
    if (!this.#isPaid || !this.customer.rateLimiter.hasRoom) this.withdraw();
    // It was on its way when something changed on which it leans.
    if (this.#isWithdrawn && !this.#isRight(connection)) return connection.destroy();
    if (this.#waiting.length > this.#most / 2) return;
    this.#most = Math.min(this.#most * 2, slots.most);
    this.extend();
  }

  /** Nobody takes a place any more: those that wait are given up. */
  passed(): void {
    this.#isWithdrawn = true;
    for (const connection of this.#waiting.splice(0)) connection.leave();
    // Not among what has just been opened and does not count as open yet.
    setImmediate(() => this.#over.resolve());
  }

  withdraw(): void {
    if (this.#isWithdrawn) return;
    this.#isWithdrawn = true;
    this.#parts.relay.orders.withdraw(this.#id);
    this.#parts.relay.soon();
  }

  begin(connection: PreauthorisedConnection, late: () => void): void {
    this.#parts.relay.dials.begin(connection, late, this.#parts.engine.now());
  }

  met(connection: PreauthorisedConnection): void {
    this.#parts.relay.dials.met(connection);
  }

  reprocess(line: number): void {
    this.#parts.reprocess(line, this.#proxyRequest);
  }

  refuse(line: number): void {
    this.#parts.relay.orders.refuse(line, Buffer.from(httpRefusal('target_timeout'), 'latin1'));
    this.#parts.relay.soon();
  }

  /** As many places as are missing. */
  #fill(): PipeCommand[] {
    const orders: PipeCommand[] = [];
    if (this.#isWithdrawn || !this.#isPaid || !this.customer.rateLimiter.hasRoom) return orders;
    const missing = Math.min(
      this.#most - this.#waiting.length,
      preauthorisedSlots(this.#parts.engine, this.customer),
    );
    for (let egressRoute: EgressRoute | null = null; orders.length < missing; ) {
      egressRoute = chooseEgressRoute(this.#parts.engine, this.#proxyRequest, egressRoute);
      if (egressRoute === null) break;
      this.#waiting.push(new PreauthorisedConnection(this.#parts, this.customer, egressRoute.exit, this));
      const near = { address: egressRoute.address, port: ports.next() };
      orders.push({ near, gates: this.#parts.relay.accounts.gatesOf(this.customer, egressRoute.exit) });
    }
    return orders;
  }

  get #isPaid(): boolean {
    return this.#quotaAccount === null || this.#quotaAccount.left > 0;
  }

  #isRight({ exit }: PreauthorisedConnection): boolean {
    return this.#isPaid && isStillRight(this.#parts.engine, this.#proxyRequest, exit);
  }
}
