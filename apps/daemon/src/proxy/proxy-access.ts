import { api as contract } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Api } from '../platform/api.ts';

/** Where the residential proxy is, and what it asks for. */
export interface ProxyAccess {
  readonly host: string;
  /** Takes HTTP and SOCKS5 alike. */
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

export interface ProxyAccessBook {
  /** Null where nobody is signed in, the API does not answer or there is no proxy. */
  find(): Promise<ProxyAccess | null>;
  /** It was refused, or another account may sign in. */
  forget(): void;
}

const goodFor = 10 * 60_000;

/** The account's own first proxy user, made where it has none. Kept in memory alone. */
export function proxyAccess(api: Api, clock: Clock, userName: string): ProxyAccessBook {
  let known: { readonly access: Promise<ProxyAccess | null>; readonly until: number } | null = null;

  async function ask(): Promise<ProxyAccess | null> {
    const shown = await api.call(contract.showResidentialProxy, {});
    if (!shown.ok || shown.value.host === null || shown.value.httpPort === null) return null;
    const { host, httpPort: port } = shown.value;
    const listed = await api.call(contract.listProxyUsers, {});
    if (!listed.ok) return null;
    const usable = listed.value.users.find(({ enabled }) => enabled);
    if (usable !== undefined) return { host, port, username: usable.username, password: usable.password };
    const added = await api.call(contract.addProxyUser, { body: { name: userName, limitBytes: null } });
    if (!added.ok) return null;
    const { username, password } = added.value.user;
    return { host, port, username, password };
  }

  return {
    async find() {
      const now = clock.now().getTime();
      if (known === null || now > known.until) known = { access: ask(), until: now + goodFor };
      const mine = known;
      const access = await mine.access;
      // What could not be had is asked for again by the next one.
      if (access === null && known === mine) known = null;
      return access;
    },
    forget() {
      known = null;
    },
  };
}
