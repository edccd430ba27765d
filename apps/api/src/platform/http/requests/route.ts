import type { BrokenRule, Endpoint, ErrorCode, ReplyOf, RequestOf } from '@comet/contract';
import type { Result } from '@comet/foundation';
import type { CallerOf } from '../authentication/caller.ts';
import type { CallingClient } from './user-agent.ts';
import type { StreamLine } from './line-stream.ts';

/** The codes that any endpoint may return besides its own. */
type SharedCode = 'not_found' | 'validation_failed' | 'forbidden' | 'conflict';

type TooMany = 'too_many_requests';

/** Codes without further fields. `too_many_requests` needs the time to wait. */
export type BareCode = Exclude<ErrorCode, TooMany>;

/** Why a request was refused. `validation_failed` includes the broken rules. */
export type Refusal<Code extends ErrorCode = ErrorCode> =
  | {
      readonly code: Exclude<Code, TooMany>;
      readonly rules?: readonly BrokenRule[];
      /** Seconds until a retry is useful. */
      readonly retryAfter?: number;
    }
  | { readonly code: Extract<Code, TooMany>; readonly rules?: undefined; readonly retryAfter: number };

/** One request, as a handler sees it: decoded and authorised. */
export interface Call<E extends Endpoint> {
  readonly params: RequestOf<E>['params'];
  readonly query: RequestOf<E>['query'];
  readonly body: RequestOf<E>['body'];
  readonly caller: CallerOf<E>;
  /** Client address, as the trusted proxies report it. */
  readonly address: string;
  /** The client's device id; access tokens are bound to it. */
  readonly deviceId: string | null;
  /** The client program, from its User-Agent. */
  readonly client: CallingClient;
  /** The bytes of the body, for endpoints with `rawBody`; empty for the others. */
  readonly rawBody: Buffer;
  header(name: string): string | undefined;
  /** Aborted when the server shuts down; for streams and files also when the response ends. Streams end on it. */
  readonly signal: AbortSignal;
}

type ReplyBody<E extends Endpoint> = E extends { readonly stream: true }
  ? AsyncIterable<StreamLine>
  : E extends { readonly redirects: true }
    ? string
    : ReplyOf<E>;
type CodeOf<E extends Endpoint> = E['errors'][number] | SharedCode;

/** Expected failures are returned as a code, so that counters and records written meanwhile are kept. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Result<ReplyBody<E>, Exclude<CodeOf<E>, TooMany> | Refusal<CodeOf<E>>>>;

/** An endpoint with its handler, with erased types, so that all routes fit into one list. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<Endpoint>) => Promise<Result<unknown, BareCode | Refusal>>;
}

/** Binds an endpoint of the contract to its handler; the compiler checks their types. */
export function route<const E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  // `mountRoute` decodes every request by the endpoint's schemas before the call, so the erased types hold.
  return { endpoint, handle: handle as unknown as Route['handle'] };
}
