import type { ProxyRequest } from '../egress/proxy-request.ts';
import { Preauthorisation } from './preauthorisation.ts';
import type { Customer } from '../auth/customer.ts';
import type { Ahead } from '../engine.ts';
import type { PreauthorisationParts } from './preauthorisation-parts.ts';

/** Milliseconds within which a request must be repeated. */
const within = 250;
/** Maximum number of remembered heads, and maximum length of one in bytes. */
const most = { heads: 4_096, length: 2_048 };

/** Preauthorised connections for clients that repeat a request. */
export class Preauthorisations implements Ahead {
  readonly #parts: PreauthorisationParts;
  readonly #opened: ProxyRequest[] = [];
  readonly #asked = new Set<string>();
  readonly #byHead = new Map<string, Preauthorisation>();
  readonly #byId = new Map<number, { readonly pass: Preauthorisation; readonly key: string }>();
  #lastId = 0;
  #since = 0;

  constructor(parts: PreauthorisationParts) {
    this.#parts = parts;
  }

  /** A request was granted. */
  opened(proxyRequest: ProxyRequest): void {
    const { authenticatedClient, destination, head } = proxyRequest;
    // A name may resolve to another address the next time, and a session expires.
    if (
      destination.kind === 'name' ||
      authenticatedClient.targeting.session !== null ||
      head.length > most.length
    )
      return;
    this.#opened.push(proxyRequest);
    if (this.#opened.length > 1) return;
    // Deferred, so that connections that have just opened are counted first.
    setImmediate(() => {
      for (const one of this.#opened.splice(0)) this.#look(one);
    });
  }

  #look(proxyRequest: ProxyRequest): void {
    const key = `${proxyRequest.from} ${proxyRequest.head}`;
    const known = this.#byHead.get(key);
    if (known !== undefined) return known.extend();
    if (!this.#asked.has(key)) {
      if (this.#asked.size < most.heads) this.#asked.add(key);
      return;
    }
    this.#lastId += 1;
    const pass = new Preauthorisation(this.#parts, this.#lastId, proxyRequest);
    if (!pass.open()) return;
    this.#byHead.set(key, pass);
    this.#byId.set(this.#lastId, { pass, key });
  }

  taken(pass: number, line: number): void {
    const known = this.#byId.get(pass);
    if (known === undefined) this.#parts.relay.end(line);
    else known.pass.taken(line);
  }

  passed(id: number): void {
    const known = this.#byId.get(id);
    if (known === undefined) return;
    this.#byId.delete(id);
    this.#byHead.delete(known.key);
    known.pass.passed();
  }

  giveUp(customer: Customer | null): Promise<unknown> | null {
    const all = [...this.#byId.values()]
      .map(({ pass }) => pass)
      .filter((pass) => customer === null || pass.customer === customer);
    for (const pass of all) pass.withdraw();
    return all.length === 0 ? null : Promise.all(all.map(({ over }) => over));
  }

  /** Clears the remembered heads periodically. */
  tick(now: number): void {
    if (now - this.#since < within) return;
    this.#since = now;
    this.#asked.clear();
  }
}
