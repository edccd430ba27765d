import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { OrderItem } from '../../platform/database/schema.ts';
import { enterPurchase, enterRefund, enterReturn } from '../residential-data/index.ts';
import type { Revoke } from '../gateways/index.ts';
import { refreshService } from './service-lifecycle.ts';
import { addPeriod, insertService, refundPeriod, restorePeriod } from './services.store.ts';

interface PaidOrder {
  readonly id: string;
  readonly userId: string;
  readonly item: OrderItem;
}

/** Delivers the purchase of a paid order, once, however often it is called. The order must be locked. Plans are not delivered here. */
export async function deliver(
  trx: DatabaseTransaction,
  order: PaidOrder,
  { paidAt, now }: { readonly paidAt: Date; readonly now: Date },
): Promise<void> {
  const { item, id: orderId, userId } = order;
  switch (item.kind) {
    case 'residential_data':
      return enterPurchase(trx, order, { product: 'residential_vpn', gigabytes: item.gigabytes }, now);
    case 'proxy_traffic':
      return enterPurchase(trx, order, { product: 'residential_proxy', gigabytes: item.gigabytes }, now);
    case 'dedicated_ip': {
      const { type, country, months } = item;
      const service = await insertService(trx, { userId, orderId, type, country, now });
      if (service === null) return;
      await addPeriod(trx, { orderId, serviceId: service.id, months, boughtAt: paidAt });
      await refreshService(trx, service.id, now);
      return;
    }
    case 'dedicated_ip_extension': {
      const { serviceId, months } = item;
      if (await addPeriod(trx, { orderId, serviceId, months, boughtAt: paidAt })) {
        await refreshService(trx, serviceId, now);
      }
      return;
    }
    case 'subscription':
    case 'plan_change':
      return;
  }
}

/** Revokes the delivery of a refunded order, once; does nothing where nothing was delivered. The order must be locked. */
export async function revokeDelivery(
  trx: DatabaseTransaction,
  orderId: string,
  { refundedAt, now, revoke }: { readonly refundedAt: Date; readonly now: Date; readonly revoke: Revoke },
): Promise<void> {
  await enterRefund(trx, orderId, now);
  const serviceId = await refundPeriod(trx, orderId, refundedAt);
  const ended = serviceId === null ? null : await refreshService(trx, serviceId, now);
  if (ended !== null) await revoke(trx, { ...ended, slot: null });
}

/**
 * Restores the revoked delivery of an order after a chargeback reversal; does nothing where nothing was revoked. The order must be locked.
 */
export async function restoreDelivery(trx: DatabaseTransaction, orderId: string, now: Date): Promise<void> {
  await enterReturn(trx, orderId, now);
  const serviceId = await restorePeriod(trx, orderId);
  if (serviceId !== null) await refreshService(trx, serviceId, now);
}
