import { expect, it } from 'vitest';
import { againAddress, boughtAddress, orderAddress } from './order-address.ts';

const id = '019ab1f0-0000-7000-8000-000000000000';
const extension = { kind: 'dedicated_ip_extension', serviceId: id, months: 1 } as const;

it.each([
  [
    { kind: 'subscription', planId: '1-month', months: 1 },
    'subscription',
    '/payment/subscription?plan=1-month',
  ],
  [{ kind: 'residential_data', gigabytes: 4 }, 'services', '/dash/residential-vpn/payment?gigabytes=4'],
  [{ kind: 'proxy_traffic', gigabytes: 4 }, 'services', '/dash/residential-proxy/payment?gigabytes=4'],
  [extension, 'services', `/dash/dedicated/extend/${id}`],
] as const)('an order for %j has its checkout and result addresses', (item, under, again) => {
  expect(orderAddress({ id, item })).toBe(`/payment/${under}/${id}`);
  expect(againAddress({ item })).toBe(again);
});

it('links a purchase to the screen that uses it', () => {
  expect(boughtAddress({ item: extension })).toBe(`/dash/dedicated/${id}`);
  expect(boughtAddress({ item: { kind: 'subscription', planId: '1-month', months: 1 } })).toBe('/dash/home/');
});
