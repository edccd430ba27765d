import { type api, proxyHostFor, type ReplyOf, type RequestOf } from '@comet/contract';
import { err, isIp, ok, type Result } from '@comet/foundation';
import type { ProxyFetch } from '../../platform/proxy/proxy-fetch.ts';
import { isStopped } from '../grants/index.ts';
import { hasAccess } from '../subscription/index.ts';
import { proxyHosts } from './endpoint.ts';
import type { ProxyDeps } from './proxy-users.ts';
import { usersOf } from './proxy-users.store.ts';

export interface TestExitDeps extends ProxyDeps {
  readonly fetchThrough: ProxyFetch;
  /** Returns the address from which a request arrives. */
  readonly echoUrl: string;
}

const timeoutMs = 10_000;

/** Requests the echo page through the proxy with the account's first enabled user, to find the exit's address. */
export async function testExit(
  deps: TestExitDeps,
  userId: string,
  { country, city }: RequestOf<typeof api.testExit>['body'],
): Promise<
  Result<
    ReplyOf<typeof api.testExit>,
    'subscription_required' | 'spending_stopped' | 'proxy_user_required' | 'exit_unavailable'
  >
> {
  const { db, clock, sealer } = deps;
  if (!(await hasAccess(db, userId, clock.now()))) return err('subscription_required');
  if (await isStopped(db, userId)) return err('spending_stopped');
  const user = (await usersOf(db, userId)).find(({ enabled }) => enabled);
  if (user === undefined) return err('proxy_user_required');
  const hosts = await proxyHosts(db, userId, clock.now());
  // A location that is not known to be live may have become live: the proxy itself reports an error otherwise.
  const host = proxyHostFor(hosts, { country, city }) ?? hosts[0];
  if (host === undefined) return err('exit_unavailable');
  const suffix = [
    ...(country === null ? [] : [`-country-${country.toLowerCase()}`]),
    ...(city === null ? [] : [`-city-${city}`]),
  ];
  const username = `${user.username}${suffix.join('')}`;
  const password = String(sealer.open(user.sealedPassword));
  const begun = clock.now().getTime();
  try {
    const proxy = { host: host.host, port: host.httpPort, username, password };
    const { address } = JSON.parse(await deps.fetchThrough(proxy, new URL(deps.echoUrl), timeoutMs)) as {
      address?: unknown;
    };
    if (typeof address !== 'string' || !isIp(address)) return err('exit_unavailable');
    return ok({ address, country, city, milliseconds: clock.now().getTime() - begun });
  } catch {
    return err('exit_unavailable');
  }
}
