import type { Order } from './order.ts';

type Item = Pick<Order, 'item'>;

/** Id of the payment methods in a checkout, for links to them. */
export const METHODS_ID = 'payment-method';

/** Name of the plan's order in the address of an order that opened after it. */
export const AFTER_PLAN = 'after';

/** Whether an order is for a plan; everything else is shown under the services. */
export function isForPlan({ item }: Item): boolean {
  return item.kind === 'subscription' || item.kind === 'plan_change';
}

/** Where what became of an order is shown. */
export function orderAddress(order: Item & Pick<Order, 'id'>): string {
  return `/payment/${isForPlan(order) ? 'subscription' : 'services'}/${order.id}`;
}

/** Where the like of an order is ordered again. */
export function againAddress({ item }: Item): string {
  switch (item.kind) {
    case 'subscription':
    case 'plan_change':
      return `/payment/subscription?${new URLSearchParams({ plan: item.planId })}`;
    case 'residential_data':
      return `/dash/residential-vpn/payment?${new URLSearchParams({ gigabytes: String(item.gigabytes) })}`;
    case 'proxy_traffic':
      return `/dash/residential-proxy/payment?${new URLSearchParams({ gigabytes: String(item.gigabytes) })}`;
    case 'dedicated_ip': {
      const { type, country, months } = item;
      return `/dash/dedicated/payment?${new URLSearchParams({ type, country, months: String(months) })}`;
    }
    case 'dedicated_ip_extension':
      return `/dash/dedicated/extend/${item.serviceId}`;
  }
}

/** Where what an order bought is to be found. */
export function boughtAddress({ item }: Item): string {
  switch (item.kind) {
    case 'subscription':
    case 'plan_change':
      return '/dash/home/';
    case 'residential_data':
      return '/dash/residential-vpn/';
    case 'proxy_traffic':
      return '/dash/residential-proxy/';
    case 'dedicated_ip':
      return '/dash/dedicated/';
    case 'dedicated_ip_extension':
      return `/dash/dedicated/${item.serviceId}`;
  }
}
