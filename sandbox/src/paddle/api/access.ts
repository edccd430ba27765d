import { timingSafeEqual } from 'node:crypto';
import { PaddleError } from './paddle-error.ts';

/**
 * Why an Authorization header does not open the API, or null when it does.
 * Codes and status: https://developer.paddle.com/errors (shared).
 */
export function refusedAccess(header: string | undefined, apiKey: string): PaddleError | null {
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
