import { api, type ReplyOf } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { route } from '../../platform/http/requests/route.ts';
import {
  changeSettings,
  lastDays,
  shownData,
  type SpendingDeps,
  usageSince,
} from '../residential-data/index.ts';
import { proxyHosts } from './endpoint.ts';
import { connectionsOfUser, product } from './grant-access.ts';
import { addUser, changeProxyUser, type ProxyDeps, removeUser, renewPassword } from './proxy-users.ts';
import { type ProxyUser, usedThisMonth, usersOf } from './proxy-users.store.ts';
import { testExit, type TestExitDeps } from './test-exit.ts';

export type ProxyRoutesDeps = ProxyDeps & SpendingDeps & TestExitDeps & { readonly limiter: RateLimiter };

export const testExitRoute = (deps: ProxyRoutesDeps) =>
  route(api.testExit, async ({ caller, body }) => {
    const retryAfter = await deps.limiter.take(`exit test ${caller.id}`, { calls: 10, seconds: 60 });
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
    return testExit(deps, caller.id, body);
  });

export const showResidentialProxyRoute = (deps: ProxyRoutesDeps) =>
  route(api.showResidentialProxy, async ({ caller }) => ok(await shownProxy(deps, caller.id)));

export const changeResidentialProxySettingsRoute = (deps: ProxyRoutesDeps) =>
  route(api.changeResidentialProxySettings, async ({ caller, body }) => {
    const changed = await changeSettings(deps, { userId: caller.id, product }, body);
    return changed.ok ? ok(await shownProxy(deps, caller.id)) : changed;
  });

export const showResidentialProxyUsageRoute = ({ db, clock }: ProxyRoutesDeps) =>
  route(api.showResidentialProxyUsage, async ({ caller, query }) => {
    const days = lastDays(clock.now(), Number(query.days));
    const usage = await usageSince(db, { userId: caller.id, product }, days[0] ?? '');
    const byDay = Map.groupBy(usage, ({ day }) => day);
    return ok({
      days: days.map((day) => {
        const users = (byDay.get(day) ?? []).flatMap(({ userId, bytes }) =>
          userId === null ? [] : [{ userId, bytes }],
        );
        return { day, users, bytes: users.reduce((sum, { bytes }) => sum + bytes, 0) };
      }),
    });
  });

export const listProxyUsersRoute = (deps: ProxyRoutesDeps) =>
  route(api.listProxyUsers, async ({ caller }) => {
    const [users, used] = await Promise.all([
      usersOf(deps.db, caller.id),
      usedThisMonth(deps.db, caller.id, deps.clock.now()),
    ]);
    return ok({ users: users.map((user) => present(deps, user, used)) });
  });

export const addProxyUserRoute = (deps: ProxyRoutesDeps) =>
  route(api.addProxyUser, async ({ caller, body }) => {
    if (!caller.emailVerified) return err('email_unverified');
    const added = await addUser(deps, { userId: caller.id, ...body });
    return added.ok ? ok({ user: present(deps, added.value, new Map()) }) : added;
  });

export const changeProxyUserRoute = (deps: ProxyRoutesDeps) =>
  route(api.changeProxyUser, async ({ caller, params, body, address }) => {
    const changed = await changeProxyUser(deps, { userId: caller.id, id: params.id }, body, address);
    return changed.ok ? ok(await shownUser(deps, changed.value)) : changed;
  });

export const renewProxyPasswordRoute = (deps: ProxyRoutesDeps) =>
  route(api.renewProxyPassword, async ({ caller, params }) => {
    const renewed = await renewPassword(deps, { userId: caller.id, id: params.id });
    return renewed.ok ? ok(await shownUser(deps, renewed.value)) : renewed;
  });

export const removeProxyUserRoute = (deps: ProxyRoutesDeps) =>
  route(api.removeProxyUser, async ({ caller, params }) =>
    (await removeUser(deps, { userId: caller.id, id: params.id })) ? ok(undefined) : err('not_found'),
  );

async function shownProxy(
  { db, clock, echoUrl }: ProxyRoutesDeps,
  userId: string,
): Promise<ReplyOf<typeof api.showResidentialProxy>> {
  const [hosts, { whenEmpty: _whenEmpty, ...data }] = await Promise.all([
    proxyHosts(db, userId, clock.now()),
    shownData(db, { userId, product }),
  ]);
  const { host = null, httpPort = null, socksPort = null } = hosts[0] ?? {};
  return { host, httpPort, socksPort, hosts: [...hosts], echoUrl, ...data };
}

async function shownUser(deps: ProxyRoutesDeps, user: ProxyUser) {
  return { user: present(deps, user, await usedThisMonth(deps.db, user.userId, deps.clock.now())) };
}

function present(
  { sealer }: ProxyRoutesDeps,
  user: ProxyUser,
  used: ReadonlyMap<string, number>,
): ReplyOf<typeof api.listProxyUsers>['users'][number] {
  const { id, name, username, limitBytes, enabled, addresses } = user;
  return {
    ...{ id, name, username, password: String(sealer.open(user.sealedPassword)), limitBytes },
    ...{ usedBytes: used.get(id) ?? 0, connections: connectionsOfUser, enabled, addresses },
    createdAt: user.createdAt.toISOString(),
  };
}
