import { type ProxyHost, proxyHostFor } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Api } from '../platform/api.ts';
import type { LocalProxy } from './proxy-username.ts';

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
  find(proxy: LocalProxy): Promise<ProxyAccess | null>;
  /** It was refused, has no exit any more, or another account may sign in. */
  forget(): void;
}

interface Known {
  /** At least one. */
  readonly hosts: readonly ProxyHost[];
  readonly username: string;
  readonly password: string;
}

const goodFor = 10 * 60_000;

/** The account's own first proxy user, made where it has none. Kept in memory alone. */
export function proxyAccess(api: Api, clock: Clock, userName: string): ProxyAccessBook {
  let known: { readonly answer: Promise<Known | null>; readonly until: number } | null = null;
  /** By session the host that it began at: at another it would be another session, with another address. */
  const homes = new Map<string, string>();

  async function ask(): Promise<Known | null> {
    const shown = await api.call('showResidentialProxy', {});
    if (!shown.ok || shown.value.hosts.length === 0) return null;
    const { hosts } = shown.value;
    const listed = await api.call('listProxyUsers', {});
    if (!listed.ok) return null;
    const usable = listed.value.users.find(({ enabled }) => enabled);
    if (usable !== undefined) return { hosts, username: usable.username, password: usable.password };
    const added = await api.call('addProxyUser', { body: { name: userName, limitBytes: null } });
    if (!added.ok) return null;
    const { username, password } = added.value.user;
    return { hosts, username, password };
  }

  /** The host for a local proxy. A session stays at the one it has for as long as that is in service. */
  function hostOf(
    { mode, session, country }: LocalProxy,
    hosts: readonly ProxyHost[],
  ): ProxyHost | undefined {
    const sticky = mode === 'sticky' ? `${session} ${country}` : null;
    const home = sticky === null ? undefined : hosts.find(({ host }) => host === homes.get(sticky));
    const chosen = home ?? proxyHostFor(hosts, { country, city: null }) ?? hosts[0];
    if (sticky !== null && chosen !== undefined) homes.set(sticky, chosen.host);
    return chosen;
  }

  return {
    async find(proxy) {
      const now = clock.now().getTime();
      if (known === null || now > known.until) known = { answer: ask(), until: now + goodFor };
      const mine = known;
      const answer = await mine.answer;
      // What could not be had is asked for again by the next one.
      if (answer === null && known === mine) known = null;
      const place = answer === null ? undefined : hostOf(proxy, answer.hosts);
      if (answer === null || place === undefined) return null;
      const { username, password } = answer;
      return { host: place.host, port: place.httpPort, username, password };
    },
    forget() {
      known = null;
    },
  };
}
