import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

export const listCryptoCurrencies = endpoint({
  method: 'GET',
  path: '/api/v1/crypto-currencies',
  summary: 'List the cryptocurrencies that are accepted',
  tag: 'Orders',
  caller: 'anyone',
  reply: wire({ currencies: z.array(wire({ symbol: z.string(), title: z.string() })) }),
  status: 200,
  errors: ['payment_not_started'],
});
