import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance } from 'fastify';
import { errorBody, PaddleError } from './paddle-error.ts';

/**
 * Makes `app` (a Fastify scope) behave as Paddle's API does: bearer key, error bodies, and a POST whose JSON body may be
 * empty.
 */
export function paddleApi(app: FastifyInstance, apiKey: string): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(badRequest('The request body is not valid JSON.'));
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    request.id = randomUUID();
    done(refusedAccess(request.headers.authorization, apiKey) ?? undefined);
  });
  app.setErrorHandler((error: FastifyError | PaddleError, request, reply) => {
    const failure = error instanceof PaddleError ? error : unexpected(error);
    return reply.status(failure.status).send(errorBody(failure, request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const missing = new PaddleError(404, { group: 'shared', code: 'not_found' }, 'Not found');
    return reply.status(404).send(errorBody(missing, request.id));
  });
}

function badRequest(detail: string): PaddleError {
  return new PaddleError(400, { group: 'shared', code: 'bad_request' }, detail);
}

function unexpected(error: FastifyError): PaddleError {
  if (error.statusCode !== undefined && error.statusCode < 500) return badRequest(error.message);
  // An error of the sandbox: logged with its stack trace; the client gets Paddle's response.
  console.error(error);
  return new PaddleError(500, { group: 'shared', code: 'internal_error' }, 'Internal error');
}

/**
 * Returns the error for an Authorization header, or null if it is valid. Codes and status: https://developer.paddle.com/errors (shared).
 */
function refusedAccess(header: string | undefined, apiKey: string): PaddleError | null {
  if (header === undefined || header === '') {
    return refusal('authentication_missing', 'No authentication header was included.');
  }
  const key = /^bearer ([A-Za-z0-9_.-]+)$/i.exec(header)?.[1];
  if (key === undefined) {
    return refusal('authentication_malformed', 'Authentication header included, but incorrectly formatted.');
  }
  return sameText(key, apiKey) ? null : refusal('invalid_token', 'The API key provided is not valid.');
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(403, { group: 'shared', code }, detail);
}

function sameText(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
