import { timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance } from 'fastify';
import { CoingateError } from './coingate-error.ts';

/** Accepts forms and JSON, and sends errors in CoinGate's format: `{ message, reason, errors? }`. */
export function coingateReplies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error: FastifyError | CoingateError, _request, reply) => {
    const failure = error instanceof CoingateError ? error : unexpected(error);
    return reply.status(failure.status).send({
      message: failure.message,
      reason: failure.reason,
      ...(failure.errors.length > 0 ? { errors: failure.errors } : {}),
    });
  });
}

/** Requires `Authorization: Token KEY` in a scope (newer examples use `Bearer`). */
export function requireToken(app: FastifyInstance, apiToken: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const given = /^(?:Token|Bearer) (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (sameText(given, apiToken)) done();
    else done(new CoingateError(401, 'BadCredentials', 'Not found App by Access-Key'));
  });
}

/** Returns the fields of a request as text; numbers as written. */
export function fieldsOf(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  );
}

function unexpected(error: FastifyError): CoingateError {
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new CoingateError(error.statusCode, 'BadRequest', error.message);
  }
  // An error of the sandbox: logged with its stack trace; the client gets CoinGate's response.
  console.error(error);
  return new CoingateError(500, 'InternalServerError', 'Something wrong in CoinGate');
}

function sameText(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
