import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { discountOf } from '../catalog/discounts.ts';
import type { Price } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { appliesTo } from './discounting.ts';

/**
 * Returns the discount of a request: from the catalogue (`discount_id`) or inline (`discount`), which is stored with mode `custom`; null
 * for none. Throws Paddle's error for an unknown, expired, used up or inapplicable discount.
 */
export function requestedDiscount(
  context: PaddleContext,
  fields: Fields,
  items: readonly { price: Price }[],
): string | null {
  const own = fields.object('discount');
  if (own !== null) {
    const discount = discountOf(own, context, 'custom');
    fields.check();
    context.state.discounts[discount.id] = discount;
    return discount.id;
  }
  const id = fields.textOrNull('discount_id');
  if (id === null) return null;
  const discount = context.state.discounts[id];
  if (discount === undefined) {
    throw refusal('transactions', 'transaction_discount_not_found', `discount ${id} not found`);
  }
  const expired = discount.expires_at && new Date(discount.expires_at) <= context.now();
  if (discount.status !== 'active' || expired) {
    throw refusal('discounts', 'discount_expired', `discount ${id} is expired or archived`);
  }
  if (discount.usage_limit && discount.times_used >= discount.usage_limit) {
    throw refusal('discounts', 'discount_usage_limit_exceeded', `discount ${id} was used up`);
  }
  if (!items.some((item) => appliesTo(discount, item.price))) {
    throw refusal(
      'transactions',
      'transaction_discount_not_eligible',
      `discount ${id} does not apply to any of the items`,
    );
  }
  return id;
}

function refusal(group: string, code: string, detail: string): PaddleError {
  return new PaddleError(400, { group, code }, detail);
}
