import type { ExitClaim } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { lockSpendingStopped } from '../residential-data/index.ts';
import { isRunning } from './services.store.ts';
import { serviceRouteOf } from './service-route.store.ts';

/**
 * Returns the exit claim of a ticket for a session through a dedicated IP, and the end of its entitlement. The service stays locked until
 * the ticket is issued: removing the address afterwards revokes with a later time.
 */
export async function dedicatedClaim(
  trx: DatabaseTransaction,
  request: {
    readonly userId: string;
    readonly serviceId: string;
    readonly gatewayId: string;
    readonly now: Date;
  },
): Promise<
  Result<
    { readonly claim: ExitClaim; readonly until: Date },
    'not_found' | 'service_ended' | 'spending_stopped' | 'exit_unavailable'
  >
> {
  // Accounts are locked before services, as everywhere.
  const isStopped = await lockSpendingStopped(trx, request.userId);
  const service = await trx
    .selectFrom('services')
    .select(['state', 'activeUntil'])
    .where('id', '=', request.serviceId)
    .where('userId', '=', request.userId)
    .forShare()
    .executeTakeFirst();
  if (service === undefined) return err('not_found');
  const { activeUntil: until } = service;
  if (until === null || !isRunning(service, request.now)) return err('service_ended');
  if (isStopped) return err('spending_stopped');
  const route = await serviceRouteOf(trx, request.serviceId, request.now);
  if (route === null || route.gatewayId !== request.gatewayId) return err('exit_unavailable');
  return ok({ claim: route.claim, until });
}
