import type { FastifyRequest } from 'fastify';
import { isLoopbackOrigin } from '../../platform/loopback.ts';
import { queryOf } from '../api/replies.ts';
import type { Presentation } from './checkout-page.ts';

/** How a request wants the checkout to be shown, and whether the customer comes back to it from PayPal. */
export function presentationOf(request: FastifyRequest): Presentation {
  const { mode, theme, origin, paypal } = queryOf(request);
  return {
    mode: mode === 'overlay' || mode === 'inline' ? mode : 'page',
    theme: theme === 'dark' ? 'dark' : 'light',
    origin: origin !== undefined && isLoopbackOrigin(origin) ? origin : null,
    returned: paypal === 'approved' || paypal === 'canceled' ? paypal : null,
  };
}
