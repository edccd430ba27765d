import type * as z from 'zod/mini';
import { api } from '../src/api.ts';
import type { Endpoint } from '../src/endpoint.ts';
import { camelCase } from '../src/wire-keys.ts';
import { descriptions } from './descriptions/index.ts';
import { failureComponents, failuresOf } from './failures.ts';
import { type Json, type Schemas, schemasOf } from './schemas.ts';

/** The contract as an OpenAPI 3.1 document, in wire format (snake_case). The server that publishes it sets its own URL in `servers`. */
export function openApiDocument(): Json {
  const schemas = schemasOf();
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(api) as [keyof typeof api, Endpoint][]) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint, schemas);
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
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.named,
      ...failureComponents,
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', description: 'An access token' },
        gateway: { type: 'http', scheme: 'bearer', description: 'The credential of an enrolled gateway' },
        exit: { type: 'http', scheme: 'bearer', description: 'The credential of an enrolled exit' },
      },
    },
  };
}

function operationOf(name: keyof typeof api, endpoint: Endpoint, schemas: Schemas): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    description: descriptions[name],
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path', schemas),
      ...parametersOf(endpoint.query, 'query', schemas),
      ...(endpoint.idempotent === true ? [idempotencyKey] : []),
    ],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(endpoint.body, schemas) } }),
    responses: { [endpoint.status]: successOf(endpoint, schemas), ...failuresOf(endpoint) },
  };
}

/** An empty requirement beside another one makes the token optional (OpenAPI 3.1 §4.8.30). */
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
  example: '0199f2a4-6b1e-7c3d-9a52-4f8e1b7d6c30',
};

function successOf(endpoint: Endpoint, schemas: Schemas): Json {
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
  return { description: 'Done', content: jsonOf(endpoint.reply, schemas) };
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query', schemas: Schemas): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = schemas.of(schema) as { properties?: Json; required?: string[] };
  return Object.entries((properties ?? {}) as Record<string, Json>).map(([name, property]) => ({
    // Path parameters have the name in the path's template.
    name: place === 'path' ? camelCase(name) : name,
    in: place,
    required: place === 'path' || (required ?? []).includes(name),
    schema: property,
    example: schemas.example(property),
  }));
}

function jsonOf(schema: z.ZodMiniType, schemas: Schemas): Json {
  const ref = schemas.refTo(schema);
  return { 'application/json': { schema: ref, example: schemas.example(ref) } };
}
