import { type Endpoint, snakeCase } from '@comet/contract';
import * as z from 'zod/mini';

/** A raw HTTP response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON in its snake_case form; null for an empty body. */
  readonly json: unknown;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Credentials of a test's requests. */
export interface TestCredentials {
  readonly token?: string;
  readonly deviceId?: string;
}

/** An encoded request, which a test can alter before it is sent. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The three parts of a request in camelCase; `RequestOf` an endpoint is one. */
interface RequestParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Encodes a request by the contract, as a client does. */
export function wireRequest(
  endpoint: Endpoint,
  request: RequestParts,
  credentials: TestCredentials = {},
): WireRequest {
  const params = encoded(endpoint.params, request.params);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[snakeCase(name)])),
  );
  const query = new URLSearchParams(
    Object.entries(encoded(endpoint.query, request.query)).map(([key, value]) => [key, String(value)]),
  );
  return {
    method: endpoint.method,
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    headers: {
      ...(credentials.token === undefined ? {} : { authorization: `Bearer ${credentials.token}` }),
      ...(credentials.deviceId === undefined ? {} : { 'app-identifier': credentials.deviceId }),
      ...(endpoint.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(endpoint.body === undefined ? {} : { body: JSON.stringify(encoded(endpoint.body, request.body)) }),
  };
}

/** Sends a request and reads the whole response; of an endless one, only status and headers. */
export async function send(baseUrl: string, request: WireRequest): Promise<Reply> {
  const abort = new AbortController();
  const { method, headers, body } = request;
  const response = await fetch(`${baseUrl}${request.path}`, {
    method,
    headers,
    redirect: 'manual',
    signal: abort.signal,
    ...(body === undefined ? {} : { body }),
  });
  const isEndless = response.headers.get('content-type')?.includes('ndjson') === true;
  const bytes = isEndless ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (isEndless) abort.abort();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? null : parse(text),
    text,
    bytes,
  };
}

function encoded(schema: z.ZodMiniType | undefined, value: unknown): Record<string, unknown> {
  return schema === undefined ? {} : (z.encode(schema, value) as Record<string, unknown>);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
