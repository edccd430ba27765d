import { type Endpoint, type ReplyOf, type RequestOf, snakeCase } from '@comet/contract';
import { ApiError, isTransient, NetworkError } from './errors.ts';
import type { Reply, Send } from './send.ts';

type Json = unknown;

/** Renames the keys of every plain object in a JSON value; texts, numbers and arrays keep their form. */
function renameKeys(value: Json, rename: (key: string) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => renameKeys(item, rename));
  if (value === null || typeof value !== 'object') return value;
  const renamed: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) renamed[rename(key)] = renameKeys(item, rename);
  return renamed;
}

const camelKey = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** camelCase in code → snake_case on the wire. */
const toWire = (value: Json): Json => renameKeys(value, snakeCase);

/** snake_case on the wire → camelCase in code. */
const fromWire = (value: Json): Json => renameKeys(value, camelKey);

export interface ClientOptions {
  /** Origin of the API without a slash at the end; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly token?: () => string | null;
  readonly deviceId?: () => string;
  /** Sends a request; default is the platform's `fetch`. */
  readonly fetch?: Send;
  /** Timeout of a call in milliseconds; default 15,000. */
  readonly timeoutMs?: number;
  /** Whether a read is retried once after a transient failure; default true. A query cache with its own retries passes false. */
  readonly retriesReads?: boolean;
  /** Maximum size of a reply in bytes: protects the memory of long-running, privileged programs. */
  readonly maxReplyLength?: number;
  /**
   * Validates a reply with the contract's schema and returns its typed value; an invalid reply is a NetworkError. Programs that act on
   * replies with privileges pass `checkReply`; the browser omits it to keep the bundle small.
   */
  readonly check?: (endpoint: Endpoint, body: unknown) => unknown;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Client {
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E> & CallOptions): Promise<ReplyOf<E>>;
}

/** Statuses of a proxy whose API does not respond (RFC 9110 §15.6.3–5). */
const proxyStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Returns the typed client of the contract, for browser and Node. It throws only ApiError and NetworkError. */
export function createClient(options: ClientOptions): Client {
  return {
    async call(endpoint, request) {
      const first = await attempt(options, endpoint, request);
      if (first.ok) return first.value as never;
      const isRetried = (options.retriesReads ?? true) && endpoint.method === 'GET';
      if (!isRetried || !isTransient(first.error) || request.signal?.aborted === true) throw first.error;
      const second = await attempt(options, endpoint, request);
      if (second.ok) return second.value as never;
      throw second.error;
    },
  };
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: ApiError | NetworkError };

async function attempt(
  options: ClientOptions,
  endpoint: Endpoint,
  request: RequestOf<Endpoint> & CallOptions,
): Promise<Outcome> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? 15_000);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    const send: Send = options.fetch ?? globalThis.fetch;
    const response = await send(addressOf(options.baseUrl, endpoint, request), {
      method: endpoint.method,
      headers: headersOf(options, endpoint, request),
      credentials: 'include',
      signal,
      ...(endpoint.body ? { body: JSON.stringify(toWire(request.body)) } : {}),
    });
    if (response.ok && endpoint.download !== undefined)
      return { ok: true, value: await bytesOf(response, endpoint.download.mediaType) };
    const text = await textOf(response, options.maxReplyLength);
    if (!response.ok) return { ok: false, error: failureOf(response, text) };
    if (endpoint.reply === undefined) return { ok: true, value: undefined };
    const body: unknown = JSON.parse(text);
    return { ok: true, value: options.check ? options.check(endpoint, body) : fromWire(body) };
  } catch (cause) {
    return { ok: false, error: new NetworkError('Unable to connect to our servers', { cause }) };
  }
}

async function textOf(response: Reply, maxLength: number | undefined): Promise<string> {
  if (maxLength === undefined || response.body === null) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > maxLength) throw new TypeError('The response is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the bytes of a download. Rejects other media types, such as the HTML page of a proxy. */
async function bytesOf(response: Reply, mediaType: string): Promise<Uint8Array> {
  const type = response.headers.get('content-type') ?? 'nothing';
  if (type !== mediaType) throw new TypeError(`Expected ${mediaType}, got ${type}`);
  return new Uint8Array(await response.arrayBuffer());
}

function addressOf(baseUrl: string, endpoint: Endpoint, request: RequestOf<Endpoint>): string {
  const params: Record<string, unknown> = request.params ?? {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!isText(value)) throw new TypeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (isText(value)) query.set(snakeCase(key), String(value));
  }
  return query.size > 0 ? `${baseUrl}${path}?${query}` : `${baseUrl}${path}`;
}

/** Whether a value can be part of a path or a query. */
function isText(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function headersOf(options: ClientOptions, endpoint: Endpoint, request: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (endpoint.body) headers['content-type'] = 'application/json';
  const token = options.token?.();
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (options.deviceId) headers['app-identifier'] = options.deviceId();
  if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey;
  return headers;
}

function failureOf(response: Reply, text: string): ApiError | NetworkError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  try {
    const { error } = JSON.parse(text) as {
      error: { code: unknown; message: unknown; data?: { rules?: unknown } };
    };
    const rules = Array.isArray(error.data?.rules) ? error.data.rules.map(String) : [];
    const message = typeof error.message === 'string' ? error.message : '';
    const body = { code: String(error.code), message, rules };
    const requestId = response.headers.get('x-request-id');
    return new ApiError(response.status, body, Number.isNaN(retryAfter) ? null : retryAfter, requestId);
  } catch (cause) {
    // The response of a proxy: the API does not respond, or only the status is known.
    if (proxyStatuses.has(response.status))
      return new NetworkError(`HTTP ${response.status}`, { cause, proxyStatus: response.status });
    return new ApiError(
      response.status,
      { code: `http_${response.status}`, message: '', rules: [] },
      Number.isNaN(retryAfter) ? null : retryAfter,
    );
  }
}
