import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { country, money } from '../fields.ts';
import { dedicatedIpType } from '../orders/order.ts';
import { wire } from '../wire.ts';

/** Most addresses of a type and country that are counted. */
export const maxCountedStock = 100;

/**
 * Products besides plans. Data and traffic are priced per gigabyte of 10^9 bytes; null while not on sale.
 * `stock` lists each type and country with a free address, and the number of addresses, at most 100. For a signed-in user
 * it includes addresses that are reserved for this user, as their last owner or for an unpaid order; they are
 * in no other user's stock. `soldOut` lists those that are sold at other times.
 */
export const listPrices = endpoint({
  method: 'GET',
  path: '/api/v1/prices',
  summary: 'List the prices of products besides plans, and the stock of dedicated IPs',
  tag: 'Plans',
  caller: 'anyone',
  mayLag: true,
  knowsUser: true,
  reply: wire({
    residentialData: z.nullable(money),
    proxyTraffic: z.nullable(money),
    dedicatedIps: z.array(
      wire({ type: dedicatedIpType, months: z.int(), price: money, monthlyPrice: money }),
    ),
    stock: z.array(wire({ type: dedicatedIpType, country, available: z.int().check(z.minimum(1)) })),
    soldOut: z.array(wire({ type: dedicatedIpType, country })),
  }),
  status: 200,
  errors: [],
});
