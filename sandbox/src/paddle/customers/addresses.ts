import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { notFound } from '../api/paddle-error.ts';
import { idOf, many, one } from '../api/replies.ts';
import type { Address } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { customerById } from './customers.ts';

type Country = Address['country_code'];

/** https://developer.paddle.com/api-reference/addresses */
export function addressRoutes(app: FastifyInstance, context: PaddleContext): void {
  const { addresses } = context.state;

  app.post('/customers/:id/addresses', (request, reply) => {
    const customer = customerById(context, idOf(request));
    const fields = fieldsOf(request.body);
    const country = fields.text('country_code');
    if (!/^[A-Z]{2}$/.test(country)) fields.refuse('country_code', 'must be a two-letter country code');
    const postalCode = fields.textOrNull('postal_code');
    fields.check();
    const address = createAddress(context, customer.id, country as Country, postalCode);
    return reply.status(201).send(one(request, address));
  });

  app.get('/customers/:id/addresses', (request) => {
    const id = idOf(request);
    return many(
      context,
      request,
      Object.values(addresses).filter((address) => address.customer_id === id),
    );
  });

  app.get('/customers/:id/addresses/:address', (request) => {
    const { id, address: addressId } = request.params as { id: string; address: string };
    const address = addresses[addressId];
    if (address?.customer_id !== id) throw notFound(addressId);
    return one(request, address);
  });
}

/** Creates a customer's address; Paddle requires one for a ready transaction and creates it at the checkout. */
export function createAddress(
  context: PaddleContext,
  customerId: string,
  country: Country,
  postalCode: string | null,
): Address {
  const at = context.timestamp();
  const address: Address = {
    id: context.newId('add'),
    customer_id: customerId,
    description: null,
    first_line: null,
    second_line: null,
    city: null,
    postal_code: postalCode,
    region: null,
    country_code: country,
    custom_data: null,
    status: 'active',
    created_at: at,
    updated_at: at,
  };
  context.state.addresses[address.id] = address;
  context.emit('address.created', address);
  return address;
}
