import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { notFound } from '../api/paddle-error.ts';
import { idOf, one } from '../api/replies.ts';
import type { Simulation } from '../state.ts';
import type { PaddleContext } from '../context.ts';

/**
 * Simulations of one event (https://developer.paddle.com/api-reference/simulations): created once; each run sends the payload to the
 * webhook destination like an event. Use `/control` for scenarios of several events.
 */
export function simulationRoutes(app: FastifyInstance, context: PaddleContext): void {
  const { simulations } = context.state;

  app.post('/simulations', (request, reply) => {
    const fields = fieldsOf(request.body);
    const at = context.timestamp();
    const simulation: Simulation = {
      id: context.newId('ntfsim'),
      status: 'active',
      notification_setting_id: fields.text('notification_setting_id'),
      name: fields.text('name'),
      type: fields.text('type'),
      payload: fields.customData('payload'),
      config: null,
      last_run_at: null,
      created_at: at,
      updated_at: at,
    };
    if (!/^[a-z_]+\.[a-z_]+$/.test(simulation.type)) {
      fields.refuse('type', 'must be the type of a single event');
    }
    fields.check();
    simulations[simulation.id] = simulation;
    context.changed();
    return reply.status(201).send(one(request, simulation));
  });

  app.post('/simulations/:id/runs', (request, reply) => {
    const id = idOf(request);
    const simulation = simulations[id];
    if (simulation === undefined) throw notFound(id);
    const at = context.timestamp();
    simulations[id] = { ...simulation, last_run_at: at, updated_at: at };
    context.emit(simulation.type, simulation.payload ?? {});
    const run = { id: context.newId('ntfsimrun'), status: 'pending', type: simulation.type };
    return reply.status(201).send(one(request, { ...run, created_at: at, updated_at: at }));
  });
}
