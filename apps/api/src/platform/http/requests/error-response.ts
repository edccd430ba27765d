import { type ErrorBody, errorCodes } from '@comet/contract';
import type { FastifyReply } from 'fastify';
import { isSessionGone } from '../../database/database.ts';
import { isDatabaseUnavailable, isDatabaseReadOnly } from '../../database/failures.ts';
import type { BareCode, Refusal } from './route.ts';

/** Returns the public message of a failure; its private cause is only logged. */
export function errorBodyOf(refusal: Refusal): ErrorBody {
  const { code, rules } = refusal;
  if (rules === undefined || rules.length === 0) {
    return { error: { code, message: errorCodes[code].text } };
  }
  return {
    error: {
      code,
      message: rules.map((rule) => rule.message).join('|'),
      data: { rules: rules.map((rule) => rule.rule) },
    },
  };
}

/**
 * Sends a refusal with the status of its code, `Cache-Control: no-store`, and `Retry-After` (seconds) or `WWW-Authenticate` (RFC 6750 §3)
 * where they apply.
 */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.code === 'unauthorized') void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(errorCodes[refusal.code].status)
    .header('cache-control', 'no-store')
    .send(errorBodyOf(refusal));
}

const codeOfFastify: Readonly<Record<string, BareCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/**
 * Returns the code for a thrown error: of the HTTP server, of a session that ended during the request, or of a database that does not
 * respond or cannot write. Any other error gives 500.
 */
export function codeOfError(error: unknown): BareCode {
  if (isSessionGone(error)) return 'unauthorized';
  if (isDatabaseUnavailable(error) || isDatabaseReadOnly(error)) return 'service_unavailable';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // The client disconnected within its body: the response is discarded, and no server error occurred.
  if (code === 'ECONNRESET' && (error as Error).message === 'aborted') return 'malformed_body';
  return codeOfFastify[code] ?? 'internal_error';
}
