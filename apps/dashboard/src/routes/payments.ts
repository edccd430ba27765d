import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { admit } from '../features/gate/index.ts';
import { pickTexts } from '../platform/search.ts';
import { root } from './root.tsx';

const usersOnly = admit({ kind: 'users', fallback: 'login' });

/** A price list sends newcomers here: most of them have no account yet. */
const payment = createRoute({
  getParentRoute: () => root,
  path: '/payment/subscription',
  beforeLoad: admit({ kind: 'users', fallback: 'register', acceptsOneTimeToken: true }),
  component: lazyRouteComponent(() => import('../features/two-factor/gated-outlet.tsx')),
});

const checkout = createRoute({
  getParentRoute: () => payment,
  path: '/',
  validateSearch: pickTexts('plan', 'coupon', 'method'),
  component: lazyRouteComponent(() => import('../features/checkout/checkout-screen.tsx')),
});

const upgrade = createRoute({
  getParentRoute: () => payment,
  path: 'upgrade',
  validateSearch: pickTexts('plan'),
  component: lazyRouteComponent(() => import('../features/change-plan/upgrade-screen.tsx')),
});

const order = createRoute({
  getParentRoute: () => payment,
  path: '$id',
  component: lazyRouteComponent(() => import('../features/payment/payment-screen.tsx')),
});

/** Where things besides plans are paid: the payment layout, not the dashboard's, though some of it stands below /dash/. */
const servicePayment = createRoute({
  getParentRoute: () => root,
  id: 'service-payment',
  beforeLoad: usersOnly,
  component: lazyRouteComponent(() => import('../features/two-factor/gated-outlet.tsx')),
});

const addressCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/dedicated/payment',
  component: lazyRouteComponent(() => import('../features/services/address-checkout-screen.tsx')),
});

const servicesCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/payment/services',
  component: lazyRouteComponent(() => import('../features/services/address-checkout-screen.tsx')),
});

const extensionCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/dedicated/extend/$id',
  component: lazyRouteComponent(() => import('../features/services/extension-checkout-screen.tsx')),
});

const dataCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/residential-vpn/payment',
  component: lazyRouteComponent(() => import('../features/services/data-checkout-screen.tsx')),
});

const trafficCheckout = createRoute({
  getParentRoute: () => servicePayment,
  path: '/dash/residential-proxy/payment',
  component: lazyRouteComponent(() => import('../features/services/traffic-checkout-screen.tsx')),
});

const serviceOrder = createRoute({
  getParentRoute: () => servicePayment,
  path: '/payment/services/$id',
  component: lazyRouteComponent(() => import('../features/payment/payment-screen.tsx')),
});

/** Choosing and paying, in a layout that does only this. */
export const payments = [
  payment.addChildren([checkout, upgrade, order]),
  servicePayment.addChildren([
    addressCheckout,
    servicesCheckout,
    extensionCheckout,
    dataCheckout,
    trafficCheckout,
    serviceOrder,
  ]),
] as const;
