import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FaultRule } from '../platform/fault-injection.ts';
import type { DeliveryRule } from '../platform/delivery/delivery.ts';

/** `POST …/fault`: the next `count` API calls fail, only those below `path` or with `text` in their body if given; count 0 ends the fault. */
export function faultControl<K extends string>(
  app: FastifyInstance,
  kinds: readonly K[],
  state: { faults: FaultRule<K> },
  changed: () => void,
): void {
  app.post<{ Body: Body | null }>('/fault', (request, reply) => {
    const { kind = state.faults.kind, count = 1, path = null, text = null } = request.body ?? {};
    const known = kinds.find((candidate) => candidate === kind);
    if (known === undefined || !isCount(count) || !isTextOrNull(path) || !isTextOrNull(text)) {
      return refuse(reply, `Give kind (${kinds.join(', ')}), count (a whole number), path and text (texts).`);
    }
    state.faults = { kind: known, remaining: count, path, text };
    changed();
    return state.faults;
  });
}

/** `POST …/delivery`: sets the mode of the next `count` deliveries, or of all until changed. */
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

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

export type Body = Readonly<Record<string, unknown>>;

/** Sends an error as `{ "error": … }`. */
export function refuse(reply: FastifyReply, error: string, status = 400): FastifyReply {
  return reply.status(status).send({ error });
}

/** Returns whether a value is an integer from 0 to 2^53 − 1. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
