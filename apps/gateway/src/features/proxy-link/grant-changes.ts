import type { ProxyCustomer } from '../proxy/index.ts';
import type { ProxyLink } from './proxy-link.ts';

/** Milliseconds for which the end of a grant is delayed: its replacement may follow in the next line of the feed. */
const grace = 200;

/** Forwards changes of grants to the proxy, a replacement before the removal of the old grant. */
export class GrantChanges {
  readonly #link: Pick<ProxyLink, 'put' | 'gone'>;
  /** By user name. A user may have two grants: one of all gateways, and one of this gateway that is older. */
  readonly #ending = new Map<string, { readonly ids: string[]; readonly timer: NodeJS.Timeout }>();

  constructor(link: Pick<ProxyLink, 'put' | 'gone'>) {
    this.#link = link;
  }

  granted(grant: ProxyCustomer): void {
    this.#link.put(grant);
    this.#end(grant.username);
  }

  withdrawn({ id, username }: Pick<ProxyCustomer, 'id' | 'username'>): void {
    const ending = this.#ending.get(username);
    if (ending !== undefined) return void ending.ids.push(id);
    const timer = setTimeout(() => this.#end(username), grace);
    this.#ending.set(username, { ids: [id], timer });
  }

  #end(username: string): void {
    const ending = this.#ending.get(username);
    if (ending === undefined) return;
    clearTimeout(ending.timer);
    this.#ending.delete(username);
    for (const id of ending.ids) this.#link.gone(id);
  }
}
