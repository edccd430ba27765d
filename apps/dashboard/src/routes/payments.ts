import { createRoute } from '@tanstack/react-router';
import { guardRoute } from '../features/route-guard/index.ts';
import { screen } from '../platform/screen/screen.tsx';
import { texts } from '../platform/navigation/query-string.ts';
import { data } from './data.ts';

const frame = () => import('../features/two-factor/two-factor-outlet.tsx');
const addressCheckout = () => import('../features/services/address-checkout-screen.tsx');
const payment = () => import('../features/payment/payment-screen.tsx');

/** Price lists link here: most of their visitors have no account yet. */
const plans = createRoute({
  getParentRoute: () => data,
  id: 'plans',
  beforeLoad: guardRoute({ kind: 'users', fallback: 'register', acceptsOneTimeToken: true }),
  component: screen(frame),
});

const checkout = createRoute({
  getParentRoute: () => plans,
  path: '/payment/subscription',
  validateSearch: texts('plan', 'coupon', 'method'),
  component: screen(() => import('../features/checkout/checkout-screen.tsx')),
});

const upgrade = createRoute({
  getParentRoute: () => plans,
  path: '/payment/subscription/upgrade',
  validateSearch: texts('plan'),
  component: screen(() => import('../features/change-plan/upgrade-screen.tsx')),
});

const planPayment = createRoute({
  getParentRoute: () => plans,
  path: '/payment/subscription/$id',
  component: screen(payment),
});

/** Checkouts of other products: in this layout, not the dashboard's, though some paths begin with /dash/. */
const services = createRoute({
  getParentRoute: () => data,
  id: 'services',
  beforeLoad: guardRoute({ kind: 'users', fallback: 'login' }),
  component: screen(frame),
});

const inServices = <const Path extends string>(path: Path, fetch: Parameters<typeof screen>[0]) =>
  createRoute({ getParentRoute: () => services, path, component: screen(fetch) });

/** Checkout and payment, in a layout of their own. */
export const payments = [
  plans.addChildren([checkout, upgrade, planPayment]),
  services.addChildren([
    inServices('/payment/services', addressCheckout),
    inServices('/payment/services/$id', payment),
    inServices('/dash/dedicated/payment', addressCheckout),
    inServices(
      '/dash/dedicated/extend/$id',
      () => import('../features/services/extension-checkout-screen.tsx'),
    ),
    inServices(
      '/dash/residential-vpn/payment',
      () => import('../features/services/data-checkout-screen.tsx'),
    ),
    inServices(
      '/dash/residential-proxy/payment',
      () => import('../features/services/traffic-checkout-screen.tsx'),
    ),
  ]),
] as const;
