import { admit } from '../features/gate/index.ts';
import type { Part } from '../platform/router/index.ts';
import { withData } from './with-data.ts';

const frame: Part = { screen: () => import('../features/two-factor/gated-outlet.tsx'), within: withData };

/** A price list sends newcomers here: most of them have no account yet. */
const toSubscribe: Part = {
  ...frame,
  admit: admit({ kind: 'users', fallback: 'register', acceptsOneTimeToken: true }),
};

/** Where things besides plans are paid: this layout, not the dashboard's, though some of it stands below /dash/. */
const toBuy: Part = { ...frame, admit: admit({ kind: 'users', fallback: 'login' }) };

const addressCheckout: Part = {
  screen: () => import('../features/services/address-checkout-screen.tsx'),
  within: toBuy,
};
const payment = () => import('../features/payment/payment-screen.tsx');

/** Choosing and paying, in a layout that does only this. */
export const payments = {
  '/payment/subscription': {
    screen: () => import('../features/checkout/checkout-screen.tsx'),
    within: toSubscribe,
  },
  '/payment/subscription/upgrade': {
    screen: () => import('../features/change-plan/upgrade-screen.tsx'),
    within: toSubscribe,
  },
  '/payment/subscription/$id': { screen: payment, within: toSubscribe },
  '/payment/services': addressCheckout,
  '/payment/services/$id': { screen: payment, within: toBuy },
  '/dash/dedicated/payment': addressCheckout,
  '/dash/dedicated/extend/$id': {
    screen: () => import('../features/services/extension-checkout-screen.tsx'),
    within: toBuy,
  },
  '/dash/residential-vpn/payment': {
    screen: () => import('../features/services/data-checkout-screen.tsx'),
    within: toBuy,
  },
  '/dash/residential-proxy/payment': {
    screen: () => import('../features/services/traffic-checkout-screen.tsx'),
    within: toBuy,
  },
} satisfies Record<string, Part>;
