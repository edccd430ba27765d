import type { FastifyInstance } from 'fastify';
import { type Fields, fieldsOf } from '../api/fields.ts';
import { notFound } from '../api/paddle-error.ts';
import { idOf, included, many, one, queryOf, matches } from '../api/replies.ts';
import type { Price, Product } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

const TAX_CATEGORIES = [
  'standard',
  'digital-goods',
  'ebooks',
  'implementation-services',
  'professional-services',
  'saas',
  'software-programming-services',
  'training-services',
  'website-hosting',
] as const;

const STATUSES = ['active', 'archived'] as const;

/** https://developer.paddle.com/api-reference/products */
export function productRoutes(app: FastifyInstance, context: PaddleContext): void {
  const { products, prices } = context.state;

  app.post('/products', (request, reply) => {
    const fields = fieldsOf(request.body);
    const product = productOf(fields, context, 'standard');
    fields.check();
    products[product.id] = product;
    context.changed();
    return reply.status(201).send(one(request, product));
  });

  app.get('/products', (request) => {
    const query = queryOf(request);
    const found = Object.values(products).filter(
      (product) =>
        matches(query, 'id', product.id) &&
        matches(query, 'status', product.status) &&
        matches(query, 'type', product.type) &&
        matches(query, 'tax_category', product.tax_category),
    );
    return many(context, request, included(request).has('prices') ? found.map(withPrices) : found);
  });

  app.get('/products/:id', (request) => {
    const product = productById(context, idOf(request));
    return one(request, included(request).has('prices') ? withPrices(product) : product);
  });

  app.patch('/products/:id', (request) => {
    const product = productById(context, idOf(request));
    const fields = fieldsOf(request.body);
    const next = { ...product };
    if (fields.has('name')) next.name = fields.text('name');
    if (fields.has('description')) next.description = fields.textOrNull('description');
    if (fields.has('image_url')) next.image_url = fields.textOrNull('image_url');
    if (fields.has('tax_category')) next.tax_category = fields.oneOf('tax_category', TAX_CATEGORIES);
    if (fields.has('custom_data')) next.custom_data = fields.customData('custom_data');
    if (fields.has('status')) next.status = fields.oneOf('status', STATUSES);
    fields.check();
    Object.assign(product, next, { updated_at: context.timestamp() });
    context.changed();
    return one(request, product);
  });

  function withPrices(product: Product): Product & { prices: Price[] } {
    return { ...product, prices: Object.values(prices).filter((price) => price.product_id === product.id) };
  }
}

/** Returns the product with this id; throws Paddle's `not_found`. */
export function productById(context: PaddleContext, id: string): Product {
  const product = context.state.products[id];
  if (product === undefined) throw notFound(id);
  return product;
}

/** Creates a product from a request's fields; the caller checks the fields and stores it. */
export function productOf(fields: Fields, context: PaddleContext, type: 'standard' | 'custom'): Product {
  const at = context.timestamp();
  return {
    id: context.newId('pro'),
    name: fields.text('name'),
    tax_category: fields.oneOf('tax_category', TAX_CATEGORIES),
    type,
    description: fields.textOrNull('description'),
    image_url: fields.textOrNull('image_url'),
    custom_data: fields.customData('custom_data'),
    status: 'active',
    import_meta: null,
    created_at: at,
    updated_at: at,
  };
}
