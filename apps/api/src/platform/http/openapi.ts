import { api, camelCase, type Endpoint, type ErrorCode, errorBody, errorCodes } from '@comet/contract';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

const sharedErrors: readonly ErrorCode[] = [
  'malformed_request',
  'headers_too_large',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
];
const bodyErrors: readonly ErrorCode[] = ['malformed_body', 'unsupported_media_type', 'body_too_large'];

/** The contract as an OpenAPI 3.1 document, in the form that travels (snake_case). */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Comet VPN',
      version: '1',
      description:
        'JSON over HTTPS. Names are snake_case, times are ISO 8601 in UTC, money is an integer in the minor unit. ' +
        'Send the device id in App-Identifier: access tokens are bound to it.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody) },
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', description: 'An access token' },
        gateway: { type: 'http', scheme: 'bearer', description: 'The credential of an enrolled gateway' },
        exit: { type: 'http', scheme: 'bearer', description: 'The credential of an enrolled exit' },
      },
    },
  };
}

function operationOf(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent === true ? [idempotencyKey] : []),
    ],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(schemaOf(endpoint.body)) } }),
    responses: { [endpoint.status]: successOf(endpoint), ...failuresOf(endpoint) },
  };
}

/** An empty requirement beside another one says that the token may be left out (OpenAPI 3.1 §4.8.30). */
function securityOf({ caller, knowsUser }: Endpoint): Json[] {
  if (caller !== 'anyone') return [{ [caller]: [] }];
  return knowsUser === true ? [{}, { user: [] }] : [];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeats with the same key get the first answer',
  schema: { type: 'string', maxLength: 200 },
};

function successOf(endpoint: Endpoint): Json {
  if (endpoint.stream === true) {
    const content = { 'application/x-ndjson': { schema: { type: 'string' } } };
    return { description: 'Lines without end', content };
  }
  if (endpoint.download !== undefined) {
    const { mediaType, fileName } = endpoint.download;
    // OpenAPI 3.1 gives bytes a media type and no schema.
    return { description: `The file ${fileName}`, content: { [mediaType]: {} } };
  }
  if (endpoint.redirects === true) return { description: 'The address to go on to, in Location' };
  if (endpoint.reply === undefined) return { description: 'Done' };
  return { description: 'Done', content: jsonOf(schemaOf(endpoint.reply)) };
}

function failuresOf(endpoint: Endpoint): Json {
  const codes = new Set<ErrorCode>([...endpoint.errors, ...sharedErrors]);
  if (endpoint.caller !== 'anyone') codes.add('unauthorized');
  if (endpoint.params !== undefined) codes.add('not_found');
  if (endpoint.body !== undefined) for (const code of bodyErrors) codes.add(code);
  if (endpoint.body ?? endpoint.query ?? endpoint.params) codes.add('validation_failed');
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [
      status,
      {
        description: named.map((code) => `\`${code}\`: ${errorCodes[code].text}`).join('\n\n'),
        content: jsonOf({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    // Path parameters carry the name that stands in the path's template.
    name: place === 'path' ? camelCase(name) : name,
    in: place,
    required: place === 'path' || (required ?? []).includes(name),
    schema: property,
  }));
}

function jsonOf(schema: Json): Json {
  return { 'application/json': { schema } };
}

/**
 * Unicode classes in ranges that every regular expression engine knows: JSON Schema does not promise a Unicode mode. What cannot be
 * named so (unassigned characters, halves of surrogate pairs) is left out; the API refuses it nevertheless.
 */
const portableClasses: Readonly<Record<string, string>> = {
  '\\p{C}':
    '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff',
  '\\p{Zl}': '\\u2028',
  '\\p{Zp}': '\\u2029',
  '\\p{Co}': '\\ue000-\\uf8ff',
  '\\p{Cs}': '',
  '\\p{Cn}': '',
};

function portable(pattern: string): string {
  return pattern.replaceAll(/\\p\{\w+\}/g, (unicodeClass) => {
    const ranges = portableClasses[unicodeClass];
    if (ranges === undefined) throw new Error(`The pattern ${pattern} needs ranges for ${unicodeClass}`);
    return ranges;
  });
}

function schemaOf(schema: z.ZodMiniType): Json {
  const {
    $schema: _dialect,
    $id: _id,
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = portable(jsonSchema.pattern);
    },
  }) as Json;
  return rest;
}
