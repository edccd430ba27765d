import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { order } from './order.ts';

export const showOrder = endpoint({
  method: 'GET',
  path: '/api/v1/orders/{id}',
  summary: 'Show an order of the signed-in user',
  tag: 'Orders',
  caller: 'user',
  params: wire({ id }),
  reply: wire({ order }),
  status: 200,
  errors: [],
});
