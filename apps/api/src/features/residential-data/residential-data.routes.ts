import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import type { SpendingDeps } from './handle-lower-balance.ts';
import { lastDays } from './days.ts';
import { reserveQuota } from './reserve-quota.ts';
import { changeSettings, shownData } from './settings.ts';
import { recordUsage } from './record-usage.ts';
import { usageSince } from './usage-days.store.ts';

const product = 'residential_vpn';

export const showResidentialDataRoute = ({ db }: SpendingDeps) =>
  route(api.showResidentialData, async ({ caller }) =>
    ok(await shownData(db, { userId: caller.id, product })),
  );

export const changeResidentialDataSettingsRoute = (deps: SpendingDeps) =>
  route(api.changeResidentialDataSettings, async ({ caller, body }) => {
    const owner = { userId: caller.id, product } as const;
    const changed = await changeSettings(deps, owner, body);
    return changed.ok ? ok(await shownData(deps.db, owner)) : changed;
  });

export const showResidentialDataUsageRoute = ({ db, clock }: SpendingDeps) =>
  route(api.showResidentialDataUsage, async ({ caller, query }) => {
    const days = lastDays(clock.now(), Number(query.days));
    const usage = await usageSince(db, { userId: caller.id, product }, days[0] ?? '');
    const bytes = new Map(usage.map((one) => [one.day, one.bytes]));
    return ok({ days: days.map((day) => ({ day, bytes: bytes.get(day) ?? 0 })) });
  });

export const reserveQuotaRoute = (deps: SpendingDeps) =>
  route(api.reserveQuota, async ({ caller, body }) => {
    const drawn = await reserveQuota(deps, {
      gatewayId: caller.id,
      quotaAccount: body.purse,
      request: body.request,
    });
    if (drawn.ok) return drawn;
    return err(drawn.error === 'too_many_requests' ? { code: drawn.error, retryAfter: 1 } : drawn.error);
  });

export const reportUsageRoute = (deps: SpendingDeps) =>
  route(api.reportUsage, async ({ caller, body }) =>
    ok({ unknown: [...(await recordUsage(deps, caller.id, body.slices))] }),
  );
