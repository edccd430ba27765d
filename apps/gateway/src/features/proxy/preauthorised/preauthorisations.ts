import type { ProxyRequest } from '../egress/proxy-request.ts';
import { Preauthorisation } from './preauthorisation.ts';
import type { Customer } from '../auth/customer.ts';
import type { PreauthorisationPool } from '../engine.ts';
import { isRepeatable } from '../plan/preauthorisation-plan.ts';
import type { PreauthorisationParts } from './preauthorisation-parts.ts';

/** Milliseconds within which a request must be repeated. */
const repeatWindow = 250;
/** Maximum number of remembered heads. */
const maxHeads = 4_096;

/** Preauthorised connections for clients that repeat a request. */
export class Preauthorisations implements PreauthorisationPool {
  readonly #parts: PreauthorisationParts;
  readonly #opened: ProxyRequest[] = [];
  readonly #seenOnce = new Set<string>();
  readonly #byHead = new Map<string, Preauthorisation>();
  readonly #byId = new Map<number, { readonly preauthorisation: Preauthorisation; readonly key: string }>();
  #lastId = 0;
  #since = 0;

  constructor(parts: PreauthorisationParts) {
    this.#parts = parts;
  }

  /** Call after a request was granted. */
  opened(proxyRequest: ProxyRequest): void {
    const { authenticatedClient, destination, head } = proxyRequest;
    const hasSession = authenticatedClient.targeting.session !== null;
    if (!isRepeatable({ destination, head, hasSession })) return;
    this.#opened.push(proxyRequest);
    if (this.#opened.length > 1) return;
    // Deferred, so that connections that have just opened are counted first.
    setImmediate(() => {
      for (const one of this.#opened.splice(0)) this.#consider(one);
    });
  }

  #consider(proxyRequest: ProxyRequest): void {
    const key = `${proxyRequest.from} ${proxyRequest.head}`;
    const known = this.#byHead.get(key);
    if (known !== undefined) return known.extend();
    if (!this.#seenOnce.has(key)) {
      if (this.#seenOnce.size < maxHeads) this.#seenOnce.add(key);
      return;
    }
    this.#lastId += 1;
    const preauthorisation = new Preauthorisation(this.#parts, this.#lastId, proxyRequest);
    if (!preauthorisation.open()) return;
    this.#byHead.set(key, preauthorisation);
    this.#byId.set(this.#lastId, { preauthorisation, key });
  }

  taken(preauthorisation: number, connectionId: number): void {
    const known = this.#byId.get(preauthorisation);
    if (known === undefined) this.#parts.relay.end(connectionId);
    else known.preauthorisation.taken(connectionId);
  }

  ended(id: number): void {
    const known = this.#byId.get(id);
    if (known === undefined) return;
    this.#byId.delete(id);
    this.#byHead.delete(known.key);
    known.preauthorisation.ended();
  }

  releaseUnused(customer: Customer | null): Promise<unknown> | null {
    const all = [...this.#byId.values()]
      .map(({ preauthorisation }) => preauthorisation)
      .filter((preauthorisation) => customer === null || preauthorisation.customer === customer);
    for (const preauthorisation of all) preauthorisation.withdraw();
    return all.length === 0 ? null : Promise.all(all.map(({ whenEnded }) => whenEnded));
  }

  /** Clears the remembered heads periodically. */
  tick(now: number): void {
    if (now - this.#since < repeatWindow) return;
    this.#since = now;
    this.#seenOnce.clear();
  }
}
