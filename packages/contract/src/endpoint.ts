import type * as z from 'zod/mini';
import type { ErrorCode } from './error-codes.ts';

/** The permitted callers: anyone, a signed-in user (bearer access token), an enrolled gateway, or an enrolled exit (bearer credentials). */
export type Caller = 'anyone' | 'user' | 'gateway' | 'exit';

/**
 * One endpoint as data. The API's routes, the OpenAPI document, the typed client and the shared refusal suite are derived from it, so that
 * they always agree.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the API host, with `{name}` for parameters: `/api/v1/devices/{id}`. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly caller: Caller;
  /** For public endpoints: passes a signed-in user to the handler. An invalid token counts as none. */
  readonly knowsUser?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The JSON reply; absent if the response is 204 without a body. */
  readonly reply?: z.ZodMiniType;
  /** The reply is a file instead, of this media type and with this name. */
  readonly download?: { readonly mediaType: string; readonly fileName: string };
  readonly status: 200 | 201 | 202 | 204 | 303;
  /** Error codes of this endpoint; the codes of all endpoints (401, 404, 422, 429, 500) are not repeated. */
  readonly errors: readonly ErrorCode[];
  /** Repeated requests with the same Idempotency-Key get the first response. */
  readonly idempotent?: true;
  /** Also accepts a token that still requires the second factor; every other endpoint returns `two_factor_code_required`. */
  readonly limitedToken?: true;
  /** Also accepts the session that deleted the account: a repeated deletion returns the result of the first. */
  readonly deletedUsers?: true;
  /** The body is passed on as the exact bytes received: a signature is checked over them. */
  readonly rawBody?: true;
  /**
   * What the reply contains for every caller may be a second old: it may be read from a replica of the database. Never for what a caller can
   * change: the next read would not show it.
   */
  readonly mayLag?: true;
  /** Maximum body size in bytes; 64 KiB by default. */
  readonly maxBodyBytes?: number;
  /** The reply is an endless stream of lines, each a signed feed message. */
  readonly stream?: true;
  /** The handler returns an address, and the browser is redirected there (303, RFC 9110 §15.4.4). */
  readonly redirects?: true;
  /** Calls allowed per source address (and per device of an account) within `seconds`; absent: the default of the API. */
  readonly limit?: { readonly calls: number; readonly seconds: number };
}

/** Declares an endpoint, keeping its exact types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Side<E, K extends 'params' | 'query' | 'body'> = E extends {
  readonly [P in K]: infer S extends z.ZodMiniType;
}
  ? { readonly [P in K]: z.output<S> }
  : { readonly [P in K]?: undefined };

/** The request: parameters, query and body, in camelCase. */
export type RequestOf<E extends Endpoint> = Side<E, 'params'> & Side<E, 'query'> & Side<E, 'body'>;

/** The reply in camelCase; for a download, its bytes. */
export type ReplyOf<E extends Endpoint> = E extends { readonly reply: infer S extends z.ZodMiniType }
  ? z.output<S>
  : E extends { readonly download: object }
    ? Uint8Array
    : undefined;
