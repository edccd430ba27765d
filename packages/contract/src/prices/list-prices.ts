import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { country, money } from '../fields.ts';
import { dedicatedIpType } from '../orders/order.ts';
import { wire } from '../wire.ts';

/** What is sold besides plans. Data and traffic by the gigabyte of 10^9 bytes; null while it is not on sale. */
export const listPrices = endpoint({
  method: 'GET',
  path: '/api/v1/prices',
  summary: 'The prices of everything besides plans, and where an address of one’s own is to be had right now',
  tag: 'Plans',
  caller: 'anyone',
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
