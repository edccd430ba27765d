import type { Relay } from '../relay/relay.ts';
import type { Engine } from '../engine.ts';
import { planHttpRequest } from '../plan/request-plan.ts';
import { joinSettingsOf } from '../relay/join-settings.ts';
import type { HttpHandler, ConnectionOwner, EgressHandler } from '../relay/connection-owner.ts';
import { openExit } from '../egress/open-exit.ts';
import { type Destination, readDestination } from '../egress/destination.ts';
import { httpRefusal, type Refusal } from '../refusals.ts';
import { ServerConnection } from './server-connection.ts';
import { admit, openFor } from '../auth/authenticated-client.ts';

/** The head of a request, as read by the relay. */
export interface PlainRequest {
  readonly method: string;
  /** As sent by the client. */
  readonly target: string;
  /** The value of Proxy-Authorization; null without one. */
  readonly authorization: string | null;
}

/** The target of a request. */
interface Target {
  /** Value of the Host field. */
  readonly host: string;
  /** Target in the request line. */
  readonly path: string;
  readonly destination: Destination;
}

const nothing = Buffer.alloc(0);

/** A client that sends requests in absolute form (RFC 9112 §3.2.2). The relay reports one at a time, and forwards it as decided here. */
export class HttpClient implements ConnectionOwner, HttpHandler {
  readonly #engine: Engine;
  readonly #relay: Relay;
  readonly #connectionId: number;
  readonly #from: string;
  #server: ServerConnection | null = null;
  #target: Target | null = null;
  #isGone = false;

  constructor(engine: Engine, relay: Relay, connectionId: number, from: string) {
    this.#engine = engine;
    this.#relay = relay;
    this.#connectionId = connectionId;
    this.#from = from;
  }

  get egress(): EgressHandler | null {
    return this.#server?.egress ?? null;
  }

  get http(): this {
    return this;
  }

  request(request: PlainRequest | null): void {
    const plan = planHttpRequest(
      request === null ? null : targetOf(request),
      request?.authorization ?? null,
      (credentials) => admit(this.#engine, credentials, this.#from),
    );
    if (plan.kind === 'refuse') return this.#refuse(plan.refusal);
    const { target, credentials, authenticatedClient } = plan;
    this.#target = target;
    const key = `${credentials?.username ?? ''} ${target.host}`;
    if (this.#server?.serves(key, authenticatedClient) === true) return this.#forward(this.#server, target);
    this.#server?.destroy();
    void this.#open(
      new ServerConnection(this.#engine, this.#relay, this.#connectionId, key, authenticatedClient),
      target,
    );
  }

  async #open(server: ServerConnection, target: Target): Promise<void> {
    const { customer, targeting } = server.authenticatedClient;
    this.#server = server;
    const opened = await openFor(this.#engine, { customer }, () =>
      openExit(this.#engine, customer, targeting, target.destination, (exit, egressTarget) =>
        server.connectByExit(exit, egressTarget),
      ),
    );
    if (this.#isGone) return;
    if (!opened.ok) return this.#refuse(opened.error);
    server.opened(opened.value.exit);
    this.#forward(server, target);
  }

  #forward(server: ServerConnection, { host, path }: Target): void {
    if (server.exit === null) return;
    const join = joinSettingsOf(
      this.#engine,
      this.#relay,
      server.authenticatedClient.customer,
      server.exit,
      nothing,
    );
    this.#relay.commands.forward(this.#connectionId, host, path, join, server.egress.rest);
    server.egress.rest = nothing;
    this.#relay.scheduleFlush();
  }

  failed(repeats: boolean): void {
    const server = this.#server;
    this.#release();
    if (server === null || this.#target === null || !repeats) return this.#refuse('target_unreachable');
    const { key, authenticatedClient } = server;
    // The connection ended because the grant ended or changed.
    if (server.isRevoked)
      return this.#refuse(authenticatedClient.customer.isGone ? 'bad_credentials' : 'exit_failed');
    const another = new ServerConnection(
      this.#engine,
      this.#relay,
      this.#connectionId,
      key,
      authenticatedClient,
    );
    void this.#open(another, this.#target);
  }

  responded(keeps: boolean): void {
    this.#target = null;
    if (!keeps) this.#release();
  }

  dropped(): void {
    this.#release();
  }

  gone(): void {
    this.#isGone = true;
    this.#release();
  }

  #refuse(refusal: Refusal): void {
    this.#release();
    this.#relay.refuse(this.#connectionId, Buffer.from(httpRefusal(refusal), 'latin1'));
  }

  #release(): void {
    this.#server?.leave();
    this.#server = null;
  }
}

/** Returns the target, or null for one that is not valid for a proxy. */
function targetOf({ method, target }: PlainRequest): Target | null {
  const url = URL.parse(target);
  const path = pathOf(method, target);
  if (url?.protocol !== 'http:' || path === null) return null;
  const destination = readDestination(url.hostname, Number(url.port || '80'));
  return destination === null ? null : { host: url.host, path, destination };
}

/**
 * Path and query of a target in absolute form, unchanged as required of a proxy (RFC 9110 §7.7); `*` for a server as a
 * whole (RFC 9112 §3.2.4). Null for another form.
 */
function pathOf(method: string, target: string): string | null {
  const written = /^http:\/\/[^/?#\\]+([^#]*)/i.exec(target)?.[1];
  if (written === undefined) return null;
  if (written === '') return method === 'OPTIONS' ? '*' : '/';
  return written.startsWith('/') ? written : `/${written}`;
}
