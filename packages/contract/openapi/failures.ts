import type { Endpoint } from '../src/endpoint.ts';
import { type ErrorCode, errorCodes } from '../src/error-codes.ts';
import type { Json } from './schemas.ts';

const sharedErrors: readonly ErrorCode[] = [
  'malformed_request',
  'headers_too_large',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
];
const bodyErrors: readonly ErrorCode[] = ['malformed_body', 'unsupported_media_type', 'body_too_large'];

/** The error responses of an operation, by status. A status with a single code refers to the shared response of that code. */
export function failuresOf(endpoint: Endpoint): Json {
  const codes = new Set<ErrorCode>([...endpoint.errors, ...sharedErrors]);
  if (endpoint.caller !== 'anyone') codes.add('unauthorized');
  if (endpoint.params !== undefined) codes.add('not_found');
  if (endpoint.body !== undefined) for (const code of bodyErrors) codes.add(code);
  if (endpoint.body ?? endpoint.query ?? endpoint.params) codes.add('validation_failed');
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [
      status,
      named.length === 1 ? { $ref: `#/components/responses/${named[0]}` } : failureOf(named),
    ]),
  );
}

const allCodes = Object.keys(errorCodes) as ErrorCode[];

/** `components.examples` and `components.responses`: one of each for every error code. */
export const failureComponents: Json = {
  examples: Object.fromEntries(
    allCodes.map((code) => [code, { value: { error: { code, message: errorCodes[code].text } } }]),
  ),
  responses: Object.fromEntries(allCodes.map((code) => [code, failureOf([code])])),
};

function failureOf(codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].text}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
