import type { ProxyCustomer } from '../proxy/index.ts';
import type { ProxyLink } from './proxy-link.ts';

/** Milliseconds that the end of a grant waits for the grant that takes its place, which follows in the next line of the feed. */
const grace = 200;

/** Passes changes of grants on to the proxy, so that one that takes another's place is known before the other is gone. */
export class GrantChanges {
  readonly #link: Pick<ProxyLink, 'put' | 'gone'>;
  readonly #ending = new Map<string, { readonly id: string; readonly timer: NodeJS.Timeout }>();

  constructor(link: Pick<ProxyLink, 'put' | 'gone'>) {
    this.#link = link;
  }

  granted(grant: ProxyCustomer): void {
    this.#link.put(grant);
    this.#end(grant.username);
  }

  withdrawn({ id, username }: Pick<ProxyCustomer, 'id' | 'username'>): void {
    this.#end(username);
    const timer = setTimeout(() => this.#end(username), grace);
    this.#ending.set(username, { id, timer });
  }

  #end(username: string): void {
    const ending = this.#ending.get(username);
    if (ending === undefined) return;
    clearTimeout(ending.timer);
    this.#ending.delete(username);
    this.#link.gone(ending.id);
  }
}
