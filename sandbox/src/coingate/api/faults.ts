import type { FastifyInstance } from 'fastify';
import { faultOf, hold, sendGatewayPage } from '../../platform/faults.ts';
import type { CoingateState } from '../state.ts';
import { CoingateError } from './coingate-error.ts';

/** Lets the next calls of the API fail as `state.faults` says. */
export function meetFaults(app: FastifyInstance, state: CoingateState, changed: () => void): void {
  app.addHook('preHandler', (request, reply, done) => {
    const fault = faultOf(state.faults, request.url.replace(/^\/coingate\/v2|\?.*$/g, ''));
    if (fault !== null) changed();
    switch (fault) {
      case null:
        return done();
      case 'timeout':
        return hold(request, reply);
      case 'unavailable':
        return sendGatewayPage(reply);
      case 'internal_error':
        return done(new CoingateError(500, 'InternalServerError', 'Something wrong in CoinGate'));
      case 'forbidden':
        return done(new CoingateError(403, 'Forbidden', 'This App may not do that'));
    }
  });
}
