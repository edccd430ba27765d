import type { FastifyInstance } from 'fastify';
import {
  COMMON_FAULTS,
  takeFault,
  leaveUnanswered,
  sendGatewayPage,
} from '../../platform/fault-injection.ts';
import type { PaddleState } from '../state.ts';
import { PaddleError } from './paddle-error.ts';

/** Paddle's own fault: prices are unknown. Applies only to calls with prices. */
export const PADDLE_FAULTS = [...COMMON_FAULTS, 'unknown_price'] as const;
export type PaddleFault = (typeof PADDLE_FAULTS)[number];

/** Makes the next calls of the API fail according to `state.faults`. */
export function injectFaults(app: FastifyInstance, state: PaddleState, changed: () => void): void {
  app.addHook('preHandler', (request, reply, done) => {
    const path = request.url.replace(/^\/paddle|\?.*$/g, '');
    const namesPrices = request.method === 'POST' && path === '/transactions';
    if (state.faults.kind === 'unknown_price' && !namesPrices) {
      done();
      return;
    }
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
        return done(refusal(500, 'shared', 'internal_error', 'Internal error'));
      case 'forbidden':
        return done(refusal(403, 'shared', 'forbidden', "You aren't permitted to perform this request."));
      case 'unknown_price':
        return done(
          refusal(
            400,
            'transactions',
            'transaction_price_not_found',
            'One or more provided price_ids could not be found',
          ),
        );
    }
  });
}

function refusal(status: number, group: string, code: string, detail: string): PaddleError {
  return new PaddleError(status, { group, code }, detail);
}
