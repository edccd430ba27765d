import type { api, ReplyOf } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { isStopped } from '../grants/index.ts';
import { hasAccess } from '../subscription/index.ts';
import { nextSwapAt } from './swap.ts';
import type { ServiceWithAddress } from './services.store.ts';
import { serviceRouteOf } from './service-route.store.ts';

type Shown = ReplyOf<typeof api.showService>['service'];

/** Returns a service as its owner sees it. Its proxy credentials are included while they are valid. */
export async function presentService(
  { db, clock, sealer }: { readonly db: Database; readonly clock: Clock; readonly sealer: Sealer },
  service: ServiceWithAddress,
): Promise<Shown> {
  const now = clock.now();
  const { id, type, country, startedAt, activeUntil, note } = service;
  const isOver = service.state === 'active' && activeUntil !== null && activeUntil <= now;
  const state = isOver ? 'expired' : service.state;
  const route = state === 'active' ? await serviceRouteOf(db, id, now) : null;
  const { proxyUsername: username, sealedProxyPassword: sealed } = service;
  const stopped = await isStopped(db, service.userId);
  const isReachable = !stopped && route?.proxy && username !== null && sealed !== null;
  const mayUse = isReachable ? await hasAccess(db, service.userId, now) : false;
  return {
    ...{ id, type, country, state, note, stopped },
    address: state === 'active' ? service.address : null,
    location: route?.location ?? null,
    gatewayId: route?.gatewayId ?? null,
    online: route?.online ?? false,
    proxy: isReachable && mayUse ? { ...route.proxy, username, password: String(sealer.open(sealed)) } : null,
    canSwap: state === 'active' && (await nextSwapAt(db, id)) <= now,
    startedAt: startedAt?.toISOString() ?? null,
    activeUntil: activeUntil?.toISOString() ?? null,
    createdAt: service.createdAt.toISOString(),
  };
}
