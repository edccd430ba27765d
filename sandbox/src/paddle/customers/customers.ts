import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { notFound, PaddleError } from '../api/paddle-error.ts';
import { idOf, many, one, queryOf, matches } from '../api/replies.ts';
import type { Customer } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

const STATUSES = ['active', 'archived'] as const;

/** https://developer.paddle.com/api-reference/customers */
export function customerRoutes(app: FastifyInstance, context: PaddleContext): void {
  const { customers } = context.state;

  app.post('/customers', (request, reply) => {
    const fields = fieldsOf(request.body);
    const email = fields.text('email');
    if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) fields.refuse('email', 'must be an email address');
    const more = {
      name: fields.textOrNull('name'),
      customData: fields.customData('custom_data'),
      locale: fields.textOrNull('locale') ?? 'en',
    };
    fields.check();
    refuseTakenEmail(email);
    return reply.status(201).send(one(request, createCustomer(context, email, more)));
  });

  app.get('/customers', (request) => {
    const query = queryOf(request);
    const emails = query['email']?.toLowerCase();
    const search = query['search']?.toLowerCase();
    const found = Object.values(customers).filter(
      (customer) =>
        matches(query, 'id', customer.id) &&
        matches(query, 'status', customer.status) &&
        matches({ email: emails }, 'email', customer.email.toLowerCase()) &&
        (search === undefined || `${customer.name ?? ''} ${customer.email}`.toLowerCase().includes(search)),
    );
    return many(context, request, found);
  });

  app.get('/customers/:id', (request) => one(request, customerById(context, idOf(request))));

  app.patch('/customers/:id', (request) => {
    const customer = customerById(context, idOf(request));
    const fields = fieldsOf(request.body);
    const next = { ...customer };
    const email = fields.has('email') ? fields.text('email') : customer.email;
    if (fields.has('name')) next.name = fields.textOrNull('name');
    if (fields.has('custom_data')) next.custom_data = fields.customData('custom_data');
    if (fields.has('locale')) next.locale = fields.text('locale');
    if (fields.has('status')) next.status = fields.oneOf('status', STATUSES);
    fields.check();
    if (email !== customer.email) refuseTakenEmail(email);
    Object.assign(customer, next, { email, updated_at: context.timestamp() });
    context.emit('customer.updated', customer);
    return one(request, customer);
  });

  function refuseTakenEmail(email: string): void {
    const taken = customerByEmail(context, email);
    if (taken !== undefined) {
      throw new PaddleError(
        409,
        { group: 'customers', code: 'customer_already_exists' },
        `customer email conflicts with customer of id ${taken.id}`,
      );
    }
  }
}

/** Returns the customer with this id; throws Paddle's `not_found`. */
export function customerById(context: PaddleContext, id: string): Customer {
  const customer = context.state.customers[id];
  if (customer === undefined) throw notFound(id);
  return customer;
}

/** Like Paddle, compares addresses case-insensitively. */
export function customerByEmail(context: PaddleContext, email: string): Customer | undefined {
  return Object.values(context.state.customers).find(
    (customer) => customer.email.toLowerCase() === email.toLowerCase(),
  );
}

/** Creates a customer, stores it, emits `customer.created` and returns it. */
export function createCustomer(
  context: PaddleContext,
  email: string,
  more: { name: string | null; customData: Customer['custom_data']; locale: string },
): Customer {
  const at = context.timestamp();
  const customer: Customer = {
    id: context.newId('ctm'),
    status: 'active',
    custom_data: more.customData ?? null,
    name: more.name,
    email,
    marketing_consent: false,
    locale: more.locale,
    import_meta: null,
    created_at: at,
    updated_at: at,
  };
  context.state.customers[customer.id] = customer;
  context.emit('customer.created', customer);
  return customer;
}
