import type { FastifyInstance } from 'fastify';
import type { DeliveryRule } from '../platform/delivery/delivery.ts';
import { type Body, isCount, refuse } from './json-body.ts';

/** `POST …/delivery`: how what follows is delivered, for the next `count` or until changed. */
export function deliveryControl<M extends string>(
  app: FastifyInstance,
  modes: readonly M[],
  state: { delivery: DeliveryRule<M> },
  changed: () => void,
): void {
  app.post<{ Body: Body | null }>('/delivery', (request, reply) => {
    const { mode, delay_ms: delay = state.delivery.delayMs, count = null } = request.body ?? {};
    const known = modes.find((candidate) => candidate === mode);
    if (known === undefined || !isCount(delay) || (count !== null && !isCount(count))) {
      return refuse(reply, `Give mode (${modes.join(', ')}), delay_ms and count as whole numbers.`);
    }
    state.delivery = { mode: known, delayMs: delay, remaining: known === 'normal' ? null : count };
    changed();
    return state.delivery;
  });
}
