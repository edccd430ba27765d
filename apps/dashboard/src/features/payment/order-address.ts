import type { Order } from './order.ts';

type Item = Pick<Order, 'item'>;

/** Id of the element with the payment methods in a checkout, for links to it. */
export const METHODS_ID = 'payment-method';

/** Query parameter with the id of the plan's order, in the URL of the order that opens after it. */
export const AFTER_PLAN = 'after';

/** Whether an order is for a plan; all others are shown under the services. */
export function isForPlan({ item }: Item): boolean {
  return item.kind === 'subscription' || item.kind === 'plan_change';
}

/** Returns the path of the screen with the order's state. */
export function orderAddress(order: Item & Pick<Order, 'id'>): string {
  return `/payment/${isForPlan(order) ? 'subscription' : 'services'}/${order.id}`;
}

/** Returns the path of the checkout in which the same item can be ordered again. */
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

/** Returns the path of the screen that uses the purchased item. */
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
