import type { FastifyInstance } from 'fastify';
import { takeFault, leaveUnanswered, sendGatewayPage } from '../../platform/fault-injection.ts';
import type { CoingateState } from '../state.ts';

/** An error in CoinGate's format: https://developer.coingate.com/reference/common-errors */
export class CoingateError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly errors: readonly string[];

  constructor(status: number, reason: string, message: string, errors: readonly string[] = []) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.errors = errors;
  }
}

/** Returns CoinGate's error 404 `RecordNotFound`; `what` names the record, for example `Order`. */
export function recordNotFound(what: string): CoingateError {
  return new CoingateError(404, 'RecordNotFound', `${what} does not exist`);
}

/** 422 for a status that does not allow the request, with the sandbox's message. */
export function wrongStatus(message: string): CoingateError {
  return new CoingateError(422, 'OrderStatusIsNotValid', message);
}

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
