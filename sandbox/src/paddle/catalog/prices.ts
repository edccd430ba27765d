import type { FastifyInstance } from 'fastify';
import { type Fields, fieldsOf } from '../api/fields.ts';
import { notFound } from '../api/paddle-error.ts';
import { idOf, included, many, one, queryOf, matches } from '../api/replies.ts';
import type { BillingCycle, Price, Product } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { productById } from './products.ts';

const INTERVALS = ['day', 'week', 'month', 'year'] as const;
const TAX_MODES = ['account_setting', 'external', 'internal', 'location'] as const;
const STATUSES = ['active', 'archived'] as const;
const DEFAULT_QUANTITY = { minimum: 1, maximum: 100 };

/** https://developer.paddle.com/api-reference/prices */
export function priceRoutes(app: FastifyInstance, context: PaddleContext): void {
  const { prices } = context.state;

  app.post('/prices', (request, reply) => {
    const fields = fieldsOf(request.body);
    const productId = fields.text('product_id');
    const price = priceOf(fields, context, productId, 'standard');
    fields.check();
    productById(context, productId);
    prices[price.id] = price;
    context.changed();
    return reply.status(201).send(one(request, price));
  });

  app.get('/prices', (request) => {
    const query = queryOf(request);
    const found = Object.values(prices).filter(
      (price) =>
        matches(query, 'id', price.id) &&
        matches(query, 'product_id', price.product_id) &&
        matches(query, 'status', price.status) &&
        matches(query, 'type', price.type) &&
        matches(query, 'recurring', String(Boolean(price.billing_cycle))),
    );
    return many(context, request, included(request).has('product') ? found.map(withProduct) : found);
  });

  app.get('/prices/:id', (request) => {
    const price = priceById(idOf(request));
    return one(request, included(request).has('product') ? withProduct(price) : price);
  });

  app.patch('/prices/:id', (request) => {
    const price = priceById(idOf(request));
    const fields = fieldsOf(request.body);
    const wanted = priceOf(merged(price, request.body), context, price.product_id, 'standard');
    const status = fields.oneOf('status', STATUSES, price.status);
    fields.check();
    Object.assign(price, wanted, { id: price.id, type: price.type, status, created_at: price.created_at });
    context.changed();
    return one(request, price);
  });

  function withProduct(price: Price): Price & { product: Product } {
    return { ...price, product: productById(context, price.product_id) };
  }

  function priceById(id: string): Price {
    const price = prices[id];
    if (price === undefined) throw notFound(id);
    return price;
  }
}

/** Creates a price from a request's fields; the caller checks the fields and stores it. */
export function priceOf(
  fields: Fields,
  context: PaddleContext,
  productId: string,
  type: 'standard' | 'custom',
): Price {
  const at = context.timestamp();
  const cycle = periodOf(fields, 'billing_cycle');
  const trial = periodOf(fields, 'trial_period');
  if (trial !== null && cycle === null) {
    fields.refuse('trial_period', 'requires a billing_cycle');
  }
  const quantity = fields.object('quantity');
  const unit = fields.object('unit_price');
  if (unit === null) fields.refuse('unit_price', 'must be provided as part of the request');
  const amount = unit?.text('amount') ?? '0';
  if (!/^\d+$/.test(amount))
    fields.refuse('unit_price.amount', 'must be a whole number in the lowest denomination');
  if (unit !== null && unit.text('currency_code') !== 'USD') {
    fields.refuse('unit_price.currency_code', 'the sandbox sells in USD only');
  }
  return {
    id: context.newId('pri'),
    product_id: productId,
    type,
    description: fields.text('description'),
    name: fields.textOrNull('name'),
    billing_cycle: cycle,
    trial_period:
      trial === null
        ? null
        : {
            ...trial,
            requires_payment_method:
              fields.object('trial_period')?.bool('requires_payment_method', true) ?? true,
          },
    tax_mode: fields.oneOf('tax_mode', TAX_MODES, 'account_setting'),
    unit_price: { amount, currency_code: 'USD' },
    unit_price_overrides: [],
    quantity: {
      minimum: quantity?.integer('minimum', DEFAULT_QUANTITY.minimum) ?? DEFAULT_QUANTITY.minimum,
      maximum: quantity?.integer('maximum', DEFAULT_QUANTITY.maximum) ?? DEFAULT_QUANTITY.maximum,
    },
    custom_data: fields.customData('custom_data'),
    import_meta: null,
    status: 'active',
    created_at: at,
    updated_at: at,
  };
}

function periodOf(fields: Fields, name: string): BillingCycle | null {
  const period = fields.object(name);
  if (period === null) return null;
  const frequency = period.integer('frequency', 0);
  if (frequency < 1) period.refuse('frequency', 'must be 1 or greater');
  return { interval: period.oneOf('interval', INTERVALS), frequency };
}

function merged(price: Price, changes: unknown): Fields {
  return fieldsOf({ ...price, ...(typeof changes === 'object' ? changes : {}) });
}
