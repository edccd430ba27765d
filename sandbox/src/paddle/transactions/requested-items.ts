import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { priceOf } from '../catalog/prices.ts';
import { productById, productOf } from '../catalog/products.ts';
import type { Price } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

export interface RequestedItem {
  readonly price: Price;
  readonly quantity: number;
}

/**
 * Returns the items of a request, each with a catalogue price (`price_id`) or an inline one (`price`). Throws Paddle's error for an unknown
 * price, a quantity out of range, or prices that cannot be billed together.
 */
export function requestedItems(context: PaddleContext, fields: Fields): RequestedItem[] {
  const wanted = fields.list('items');
  if (wanted.length === 0) fields.refuse('items', 'must be provided as part of the request');
  fields.check();
  const ids = wanted.map((item) => item.textOrNull('price_id')).filter((id) => id !== null);
  const unknown = ids.filter((id) => context.state.prices[id] === undefined);
  if (unknown.length > 0) {
    throw refusal(
      'transaction_price_not_found',
      `One or more provided price_ids could not be found, provided: ${unknown.join(', ')}`,
    );
  }
  const items = wanted.map((item) => requestedItem(context, item));
  refuseMixedCycles(items);
  return items;
}

function requestedItem(context: PaddleContext, fields: Fields): RequestedItem {
  const quantity = fields.integer('quantity', 0);
  const own = fields.object('price');
  const id = fields.textOrNull('price_id');
  if (own !== null && id !== null) {
    throw refusal(
      'transaction_both_price_id_and_object_found',
      'only one of price_id and price may be given',
    );
  }
  const known = id === null ? undefined : context.state.prices[id];
  if (known === undefined && own === null)
    fields.refuse('price_id', 'must be provided as part of the request');
  fields.check();
  const price = known ?? ownPrice(context, own ?? fields);
  if (quantity < price.quantity.minimum || quantity > price.quantity.maximum) {
    throw refusal(
      'transaction_item_quantity_out_of_range',
      `quantity ${quantity} is not within ${price.quantity.minimum} to ${price.quantity.maximum} of ${price.id}`,
    );
  }
  return { price, quantity };
}

/** Creates a non-catalogue price with a catalogue or inline product; Paddle stores both with type `custom`. */
function ownPrice(context: PaddleContext, fields: Fields): Price {
  const own = fields.object('product');
  const productId = own === null ? fields.text('product_id') : '';
  const product = own === null ? null : productOf(own, context, 'custom');
  const price = priceOf(fields, context, product?.id ?? productId, 'custom');
  fields.check();
  if (product === null) productById(context, productId);
  else context.state.products[product.id] = product;
  context.state.prices[price.id] = price;
  return price;
}

function refuseMixedCycles(items: readonly RequestedItem[]): void {
  const recurring = items.filter((item) => item.price.billing_cycle);
  const cycles = new Set(recurring.map((item) => JSON.stringify(item.price.billing_cycle)));
  const trials = new Set(recurring.map((item) => JSON.stringify(item.price.trial_period ?? null)));
  if (cycles.size > 1) {
    throw refusal('transaction_price_different_billing_cycle', 'prices have different billing cycles');
  }
  if (trials.size > 1) {
    throw refusal('transaction_price_different_trial_period', 'prices have different trial periods');
  }
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'transactions', code }, detail);
}
