import type { FastifyInstance } from 'fastify';
import { takeFault, leaveUnanswered, sendGatewayPage } from '../../platform/fault-injection.ts';
import type { CoingateState } from '../state.ts';
import { CoingateError } from './coingate-error.ts';

/** Makes the next calls of the API fail according to `state.faults`. */
export function injectFaults(app: FastifyInstance, state: CoingateState, changed: () => void): void {
  app.addHook('preHandler', (request, reply, done) => {
    const path = request.url.replace(/^\/coingate\/v2|\?.*$/g, '');
    const fault = takeFault(state.faults, path, request.body);
    if (fault !== null) changed();
    switch (fault) {
      case null:
        return done();
      case 'timeout':
        return leaveUnanswered(request, reply);
      case 'unavailable':
        return sendGatewayPage(reply);
      case 'internal_error':
        return done(new CoingateError(500, 'InternalServerError', 'Something wrong in CoinGate'));
      case 'forbidden':
        return done(new CoingateError(403, 'Forbidden', 'This App may not do that'));
    }
  });
}
