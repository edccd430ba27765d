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

/** A preauthorised connection, which waits for a client at the relay. It has a connection slot from the start. */
class PreauthorisedConnection implements ConnectionOwner, LineSide, Moving {
  readonly exit: Exit;
  readonly #connectionSlot: ConnectionSlot;
  readonly #relay: PreauthorisationParts['relay'];
  /** Null once connected: a tunnel does not store its request. */
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

  /** A client has taken it, and is being connected. Returns false where it had ended before; the client's connection is then closed. */
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
    // Another port or exit may succeed: the request is processed again.
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

  egressBytes(): void {}

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

  /** Releases its slot; may be called more than once. */
  leave(): void {
    this.#isGone = true;
    this.#pass?.met(this);
    this.#pass = null;
    this.#connectionSlot.leave();
  }
}

/** Lifetime in milliseconds, extended with each new connection. */
const lasts = 250;
/** Number of waiting connections: initial and maximum. */
const slots = { first: 2, most: 64 };

/**
 * The decision about one request head, reused for clients that send the same head from the same address: each takes a connection that was
 * prepared. It ends when the relay confirms it; until then its connections count.
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

  /** Resolves when the relay assigns no more connections. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Sends the preauthorisation to the relay. Returns false, without sending, where no connection can be prepared. */
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

  /** Prepares more connections, after another identical request or when few are left. */
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
    // The grant or exit changed while the notification was being sent.
    if (this.#isWithdrawn && !this.#isRight(connection)) return connection.destroy();
    if (this.#waiting.length > this.#most / 2) return;
    this.#most = Math.min(this.#most * 2, slots.most);
    this.extend();
  }

  /** The relay has ended it: waiting connections are released. */
  passed(): void {
    this.#isWithdrawn = true;
    for (const connection of this.#waiting.splice(0)) connection.leave();
    // Deferred, so that connections that have just opened are counted first.
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

  /** Prepares the missing connections. */
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
