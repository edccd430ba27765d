import type { daemonApi, ReplyOf, RequestOf } from '@comet/contract';
import type { Result } from '@comet/foundation';

/** Reasons of a failed API call: no usable response, or a refusal. */
export type ApiFailure =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string };

type Calls = typeof daemonApi;

/** The control plane, as the contract defines it. */
export interface Api {
  /** Calls an endpoint by name: building the request and response schemas takes time and must not delay a connect. */
  call<N extends keyof Calls>(
    name: N,
    request: RequestOf<Calls[N]> & {
      readonly signal?: AbortSignal;
      readonly accessToken?: string;
      /** For endpoints that are idempotent: a repeated call with the same key gets the first response. */
      readonly idempotencyKey?: string;
    },
  ): Promise<Result<ReplyOf<Calls[N]>, ApiFailure>>;
  /** Closes the open connections after a change of route to the API. */
  forget(): void;
}
