import type { FastifyInstance } from 'fastify';
import type { FaultRule } from '../platform/faults.ts';
import { type Body, isCount, refuse } from './json-body.ts';

/** `POST …/fault`: the next `count` calls of the API fail, only those below `path` when it is given; count 0 ends it. */
export function faultControl<K extends string>(
  app: FastifyInstance,
  kinds: readonly K[],
  state: { faults: FaultRule<K> },
  changed: () => void,
): void {
  app.post<{ Body: Body | null }>('/fault', (request, reply) => {
    const { kind = state.faults.kind, count = 1, path = null } = request.body ?? {};
    const known = kinds.find((candidate) => candidate === kind);
    if (known === undefined || !isCount(count) || (path !== null && typeof path !== 'string')) {
      return refuse(reply, `Give kind (${kinds.join(', ')}), count (a whole number), path (a text).`);
    }
    state.faults = { kind: known, remaining: count, path };
    changed();
    return state.faults;
  });
}
