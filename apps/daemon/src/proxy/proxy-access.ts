import { type ProxyHost, proxyHostFor } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { ProxyTrouble, DaemonSettings } from '@comet/tunnel-protocol';
import type { Api, ApiFailure } from '../platform/control-plane/api.ts';
import { waitForUser } from './log-in.ts';

/** Address and credentials of the residential proxy. */
export interface ProxyAccess {
  readonly host: string;
  /** Accepts both HTTP and SOCKS5. */
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

export interface ProxyAccessStore {
  find(proxy: LocalProxy): Promise<Result<ProxyAccess, ProxyTrouble>>;
  /** Queries the API why the proxy refused the credentials of `find`, since the gateway does not report it. Also discards them. */
  refused(proxy: LocalProxy): Promise<ProxyTrouble>;
  /** Receives the result of the latest connection of any local proxy; null if it succeeded. */
  setTrouble(trouble: ProxyTrouble | null): void;
  /** The last reported failure; null if there was none since the last change of account. */
  trouble(): ProxyTrouble | null;
  /** Discards the credentials: they were refused, have no exit any more, or another account may sign in. */
  forget(): void;
}

interface Known {
  /** At least one. */
  readonly hosts: readonly ProxyHost[];
  readonly username: string;
  readonly password: string;
}

const validity = 10 * 60_000;

/** Provides the account's first proxy user, created if there is none. Stored in memory only. `onTrouble`: called when `trouble` changes. */
export function proxyAccess(
  api: Api,
  clock: Clock,
  userName: string,
  onTrouble: () => void = () => undefined,
): ProxyAccessStore {
  let known: { readonly result: Promise<Result<Known, ProxyTrouble>>; readonly until: number } | null = null;
  /** The host of each session: at another host it would be another session with another address. */
  const hostBySession = new Map<string, string>();

  let trouble: ProxyTrouble | null = null;

  function setTrouble(now: ProxyTrouble | null): void {
    if (now === trouble) return;
    trouble = now;
    onTrouble();
  }

  async function fetchAccess(): Promise<Result<Known, ProxyTrouble>> {
    const shown = await api.call('showResidentialProxy', {});
    if (!shown.ok) return err(troubleOf(shown.error));
    const { hosts, stopped } = shown.value;
    if (stopped) return err('spending_stopped');
    if (hosts.length === 0) return err('proxy_unavailable');
    const listed = await api.call('listProxyUsers', {});
    if (!listed.ok) return err(troubleOf(listed.error));
    const usable = listed.value.users.find(({ enabled }) => enabled);
    if (usable !== undefined) return ok({ hosts, username: usable.username, password: usable.password });
    const added = await api.call('addProxyUser', { body: { name: userName, limitBytes: null } });
    if (!added.ok) return err(troubleOf(added.error));
    const { username, password } = added.value.user;
    await Promise.all(
      hosts.map(({ host, httpPort: port }) => waitForUser({ host, port, username, password })),
    );
    return ok({ hosts, username, password });
  }

  /** The host for a local proxy. A session keeps its host as long as that is in service. */
  function hostOf(
    { mode, session, country }: LocalProxy,
    hosts: readonly ProxyHost[],
  ): ProxyHost | undefined {
    const sticky = mode === 'sticky' ? `${session} ${country}` : null;
    const previous =
      sticky === null ? undefined : hosts.find(({ host }) => host === hostBySession.get(sticky));
    const chosen = previous ?? proxyHostFor(hosts, { country, city: null }) ?? hosts[0];
    if (sticky !== null && chosen !== undefined) hostBySession.set(sticky, chosen.host);
    return chosen;
  }

  async function find(proxy: LocalProxy): Promise<Result<ProxyAccess, ProxyTrouble>> {
    const now = clock.now().getTime();
    if (known === null || now > known.until) known = { result: fetchAccess(), until: now + validity };
    const own = known;
    const result = await own.result;
    // After a failure, the next call tries again.
    if (!result.ok && known === own) known = null;
    if (!result.ok) return result;
    const { hosts, username, password } = result.value;
    const chosen = hostOf(proxy, hosts);
    return chosen === undefined
      ? err('proxy_unavailable')
      : ok({ host: chosen.host, port: chosen.httpPort, username, password });
  }

  return {
    find,
    async refused(proxy) {
      known = null;
      const found = await find(proxy);
      if (!found.ok) return found.error;
      const plan = await api.call('showSubscription', {});
      if (!plan.ok) return troubleOf(plan.error);
      const state = plan.value.subscription?.state ?? 'expired';
      return state === 'expired' || state === 'refunded' ? 'subscription_required' : 'proxy_refused';
    },
    setTrouble,
    trouble: () => trouble,
    forget() {
      known = null;
      setTrouble(null);
    },
  };
}

function troubleOf(failure: ApiFailure): ProxyTrouble {
  if (failure.kind === 'unreachable') return 'api_unreachable';
  const { code, status } = failure;
  if (code === 'subscription_required' || code === 'email_unverified') return code;
  if (code === 'too_many_proxy_users') return 'proxy_users_off';
  return status === 401 || status === 403 ? 'not_signed_in' : 'api_unreachable';
}

export type LocalProxy = DaemonSettings['localProxies'][number];

/** Returns the user name that selects a local proxy's exit; sticky for the maximum of the proxy, a day. */
export function proxyUsername(username: string, { country, mode, session }: LocalProxy): string {
  const countryPart = country === null ? '' : `-country-${country.toLowerCase()}`;
  return mode === 'sticky'
    ? `${username}${countryPart}-session-${session}-lifetime-1440-ifgone-fail`
    : `${username}${countryPart}`;
}
