import type { Carrier } from './carrier.ts';
import type { Engine } from './engine.ts';
import { readBasic } from './http-head.ts';
import { joinOf } from './join-of.ts';
import type { HttpSide, LineKeeper, LineSide } from './line-keeper.ts';
import { openExit } from './open-exit.ts';
import { pathOf } from './path-of.ts';
import { type Destination, readDestination } from './read-destination.ts';
import { httpRefusal, type Refusal } from './refusals.ts';
import { ServerConnection } from './server-connection.ts';
import { admit, openFor } from './visit.ts';

/** What the carrier read of a request's head. */
export interface PlainRequest {
  readonly method: string;
  /** As it was written. */
  readonly target: string;
  /** The value of Proxy-Authorization; null without one. */
  readonly authorization: string | null;
}

/** Where a request goes. */
interface Target {
  /** For the field. */
  readonly host: string;
  /** For the request line. */
  readonly path: string;
  readonly destination: Destination;
}

const nothing = Buffer.alloc(0);

/** A client that makes requests in absolute form (RFC 9112 §3.2.2): one at a time is told, and goes where this says. */
export class HttpClient implements LineKeeper, HttpSide {
  readonly #engine: Engine;
  readonly #carrier: Carrier;
  readonly #line: number;
  readonly #from: string;
  #server: ServerConnection | null = null;
  #target: Target | null = null;
  #isGone = false;

  constructor(engine: Engine, carrier: Carrier, line: number, from: string) {
    this.#engine = engine;
    this.#carrier = carrier;
    this.#line = line;
    this.#from = from;
  }

  get way(): LineSide | null {
    return this.#server?.way ?? null;
  }

  get http(): this {
    return this;
  }

  request(request: PlainRequest | null): void {
    const target = request === null ? null : targetOf(request);
    if (request === null || target === null) return this.#refuse('bad_request');
    const credentials = request.authorization === null ? null : readBasic(request.authorization);
    const visitor = admit(this.#engine, credentials, this.#from);
    if (!visitor.ok) return this.#refuse(visitor.error);
    this.#target = target;
    const key = `${credentials?.username ?? ''} ${target.host}`;
    if (this.#server?.serves(key, visitor.value) === true) return this.#forward(this.#server, target);
    this.#server?.destroy();
    void this.#open(
      new ServerConnection(this.#engine, this.#carrier, this.#line, key, visitor.value),
      target,
    );
  }

  async #open(server: ServerConnection, target: Target): Promise<void> {
    const { customer, targeting } = server.visitor;
    this.#server = server;
    const opened = await openFor(this.#engine, { customer }, () =>
      openExit(this.#engine, customer, targeting, target.destination, (exit, asked) =>
        server.reach(exit, asked),
      ),
    );
    if (this.#isGone) return;
    if (!opened.ok) return this.#refuse(opened.error);
    server.opened(opened.value.exit);
    this.#forward(server, target);
  }

  #forward(server: ServerConnection, { host, path }: Target): void {
    if (server.exit === null) return;
    const join = joinOf(this.#engine, this.#carrier, server.visitor.customer, server.exit, nothing);
    this.#carrier.orders.forward(this.#line, host, path, join, server.way.rest);
    server.way.rest = nothing;
    this.#carrier.soon();
  }

  failed(repeats: boolean): void {
    const server = this.#server;
    this.#leave();
    if (server === null || this.#target === null || !repeats) return this.#refuse('target_unreachable');
    const { key, visitor } = server;
    // Its connection has just ended with the right to it.
    if (server.hasLostRight) return this.#refuse(visitor.customer.isGone ? 'bad_credentials' : 'exit_failed');
    const another = new ServerConnection(this.#engine, this.#carrier, this.#line, key, visitor);
    void this.#open(another, this.#target);
  }

  answered(keeps: boolean): void {
    this.#target = null;
    if (!keeps) this.#leave();
  }

  dropped(): void {
    this.#leave();
  }

  gone(): void {
    this.#isGone = true;
    this.#leave();
  }

  #refuse(refusal: Refusal): void {
    this.#leave();
    this.#carrier.refuse(this.#line, Buffer.from(httpRefusal(refusal), 'latin1'));
  }

  #leave(): void {
    this.#server?.leave();
    this.#server = null;
  }
}

/** Null for what is no target of a proxy's. */
function targetOf({ method, target }: PlainRequest): Target | null {
  const url = URL.parse(target);
  const path = pathOf(method, target);
  if (url?.protocol !== 'http:' || path === null) return null;
  const destination = readDestination(url.hostname, Number(url.port || '80'));
  return destination === null ? null : { host: url.host, path, destination };
}
