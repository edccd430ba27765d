import { preauthorisedSlots } from '../auth/authenticated-client.ts';
import type { Customer } from '../auth/customer.ts';
import { ports } from '../egress/connect-target.ts';
import type { Exit } from '../egress/exits.ts';
import {
  type ProxyRequest,
  chooseEgressRoute,
  isStillAdmitted,
  isStillGranted,
  type EgressRoute,
} from '../egress/proxy-request.ts';
import type { OpenConnection } from '../engine.ts';
import { type ConnectionSlot, takeConnectionSlot } from '../limits/connection-slot.ts';
import type { QuotaAccount } from '../quota/quota-account.ts';
import {
  missingSlots,
  planTaken,
  slotCounts,
  type PreauthorisationState,
} from '../plan/preauthorisation-plan.ts';
import { httpRefusal } from '../refusals.ts';
import type { ConnectionOwner, EgressHandler } from '../relay/connection-owner.ts';
import { established, type SlotConfig } from '../relay/relay-commands.ts';
import type { PreauthorisationParts } from './preauthorisation-parts.ts';

/** A preauthorised connection that waits for a client at the relay. It occupies a connection slot from the start. */
class PreauthorisedConnection implements ConnectionOwner, EgressHandler, OpenConnection {
  readonly exit: Exit;
  readonly #connectionSlot: ConnectionSlot;
  readonly #relay: PreauthorisationParts['relay'];
  /** Null once connected: a tunnel does not store its request. */
  #preauthorisation: Preauthorisation | null;
  #connectionId = 0;
  #isGone = false;

  constructor(
    { engine, relay }: PreauthorisationParts,
    customer: Customer,
    exit: Exit,
    preauthorisation: Preauthorisation,
  ) {
    this.exit = exit;
    this.#preauthorisation = preauthorisation;
    this.#relay = relay;
    this.#connectionSlot = takeConnectionSlot(engine, customer, exit, this);
  }

  get egress(): this {
    return this;
  }

  /** A client has taken it and is being connected. Returns false if it had already ended; the client's connection is then closed. */
  take(connectionId: number): boolean {
    this.#connectionId = connectionId;
    if (!this.#isGone) this.#preauthorisation?.startDeadline(this, () => this.#fail());
    return !this.#isGone;
  }

  dialled(failure: number): void {
    const preauthorisation = this.#preauthorisation;
    if (this.#isGone) return;
    if (failure === 0) {
      preauthorisation?.clearDeadline(this);
      this.#preauthorisation = null;
      return;
    }
    this.release();
    // Another port or exit may succeed: the request is processed again.
    preauthorisation?.reprocess(this.#connectionId);
  }

  #fail(): void {
    const preauthorisation = this.#preauthorisation;
    this.release();
    preauthorisation?.refuse(this.#connectionId);
  }

  gone(): void {
    this.release();
  }

  egressBytes(): void {}

  counted(): void {}

  wasActive(): boolean {
    return true;
  }

  destroy(): void {
    if (this.#isGone) return;
    const preauthorisation = this.#preauthorisation;
    this.release();
    if (this.#connectionId === 0) preauthorisation?.withdraw();
    else this.#relay.end(this.#connectionId);
  }

  /** Releases its slot; may be called more than once. */
  release(): void {
    this.#isGone = true;
    this.#preauthorisation?.clearDeadline(this);
    this.#preauthorisation = null;
    this.#connectionSlot.release();
  }
}

/** Lifetime in milliseconds, extended with each new connection. */
const lifetimeMs = 250;

/**
 * The authorisation of one request head, reused for clients that send the same head from the same address: each takes a prepared
 * connection. It ends when the relay confirms it; until then its connections count as open.
 */
export class Preauthorisation {
  readonly customer: Customer;
  readonly #id: number;
  readonly #proxyRequest: ProxyRequest;
  readonly #parts: PreauthorisationParts;
  readonly #quotaAccount: QuotaAccount | null;
  /** In the order in which they are taken. */
  readonly #unused: PreauthorisedConnection[] = [];
  readonly #whenEnded = Promise.withResolvers<void>();
  #slotTarget = slotCounts.first;
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
  get whenEnded(): Promise<void> {
    return this.#whenEnded.promise;
  }

  /** Sends the preauthorisation to the relay. Returns false, without sending, if no connection can be prepared. */
  open(): boolean {
    const slots = isStillAdmitted(this.#parts.engine, this.#proxyRequest) ? this.#fill() : [];
    const [first] = slots;
    if (first === undefined) return false;
    const { from, head, destination } = this.#proxyRequest;
    const quotaAccount = this.#parts.relay.accounts.idOfQuotaAccount(this.#quotaAccount);
    const join = { quotaAccount, limiter: first.limiters[0], greeting: established };
    this.#parts.relay.commands.preauthorise(
      this.#id,
      lifetimeMs,
      from,
      destination,
      join,
      Buffer.from(head, 'latin1'),
      slots,
    );
    this.#parts.relay.scheduleFlush();
    return true;
  }

  /** Prepares more connections, after another identical request or when few are left. */
  extend(): void {
    const slots = this.#fill();
    if (slots.length === 0) return;
    this.#parts.relay.commands.extend(this.#id, slots);
    this.#parts.relay.scheduleFlush();
  }

  taken(connectionId: number): void {
    const connection = this.#unused.shift();
    if (connection === undefined || !connection.take(connectionId))
      return this.#parts.relay.end(connectionId);
    this.#parts.relay.setOwner(connectionId, connection);
    const plan = planTaken(this.#state);
    if (plan.withdraw) this.withdraw();
    // The grant or exit changed while the notification was being sent.
    if (this.#isWithdrawn && !this.#isStillGranted(connection)) return connection.destroy();
    if (plan.target === null) return;
    this.#slotTarget = plan.target;
    this.extend();
  }

  /** The relay has ended it: waiting connections are released. */
  ended(): void {
    this.#isWithdrawn = true;
    for (const connection of this.#unused.splice(0)) connection.release();
    // Deferred, so that connections that have just opened are counted first.
    setImmediate(() => this.#whenEnded.resolve());
  }

  withdraw(): void {
    if (this.#isWithdrawn) return;
    this.#isWithdrawn = true;
    this.#parts.relay.commands.withdraw(this.#id);
    this.#parts.relay.scheduleFlush();
  }

  startDeadline(connection: PreauthorisedConnection, onTimeout: () => void): void {
    this.#parts.relay.dials.start(connection, onTimeout, this.#parts.engine.now());
  }

  clearDeadline(connection: PreauthorisedConnection): void {
    this.#parts.relay.dials.clear(connection);
  }

  reprocess(connectionId: number): void {
    this.#parts.reprocess(connectionId, this.#proxyRequest);
  }

  refuse(connectionId: number): void {
    this.#parts.relay.commands.refuse(connectionId, Buffer.from(httpRefusal('target_timeout'), 'latin1'));
    this.#parts.relay.scheduleFlush();
  }

  /** Prepares the missing connections. */
  #fill(): SlotConfig[] {
    const slots: SlotConfig[] = [];
    const missing = missingSlots(this.#state, preauthorisedSlots(this.#parts.engine, this.customer));
    for (let egressRoute: EgressRoute | null = null; slots.length < missing; ) {
      egressRoute = chooseEgressRoute(this.#parts.engine, this.#proxyRequest, egressRoute);
      if (egressRoute === null) break;
      this.#unused.push(new PreauthorisedConnection(this.#parts, this.customer, egressRoute.exit, this));
      const local = { address: egressRoute.address, port: ports.next() };
      slots.push({ local, limiters: this.#parts.relay.accounts.limitersOf(this.customer, egressRoute.exit) });
    }
    return slots;
  }

  get #state(): PreauthorisationState {
    return {
      isWithdrawn: this.#isWithdrawn,
      hasQuota: this.#hasQuota,
      hasCapacity: this.customer.rateLimiter.hasCapacity,
      waiting: this.#unused.length,
      target: this.#slotTarget,
    };
  }

  get #hasQuota(): boolean {
    return this.#quotaAccount === null || this.#quotaAccount.left > 0;
  }

  #isStillGranted({ exit }: PreauthorisedConnection): boolean {
    return this.#hasQuota && isStillGranted(this.#parts.engine, this.#proxyRequest, exit);
  }
}
