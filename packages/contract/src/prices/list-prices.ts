import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { country, money } from '../fields.ts';
import { dedicatedIpType } from '../orders/order.ts';
import { wire } from '../wire.ts';

/**
 * What is sold besides plans. Data and traffic by the gigabyte of 10^9 bytes; null while it is not on sale. `stock` has each type and
 * country of which an address is free. To a signed-in user it tells besides of those that rest for this user, and of those that are
 * reserved for this user's own unpaid orders: these two are in nobody else's stock.
 */
export const listPrices = endpoint({
  method: 'GET',
  path: '/api/v1/prices',
  summary: 'The prices of everything besides plans, and where an address of one’s own is to be had right now',
  tag: 'Plans',
  caller: 'anyone',
  knowsUser: true,
  reply: wire({
    residentialData: z.nullable(money),
    proxyTraffic: z.nullable(money),
    dedicatedIps: z.array(
      wire({ type: dedicatedIpType, months: z.int(), price: money, monthlyPrice: money }),
    ),
    stock: z.array(wire({ type: dedicatedIpType, country })),
  }),
  status: 200,
  errors: [],
});
