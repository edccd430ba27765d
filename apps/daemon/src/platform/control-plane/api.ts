import type { daemonApi, ReplyOf, RequestOf } from '@comet/contract';
import type { Result } from '@comet/foundation';

/** Why the API did not do it: no usable answer, or an answer that says no. */
export type ApiFailure =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string };

type Calls = typeof daemonApi;

/** The control plane, by the contract. */
export interface Api {
  /** Calls by name: to make the forms of requests and replies takes a while, and nobody who connects waits for it. */
  call<N extends keyof Calls>(
    name: N,
    request: RequestOf<Calls[N]> & { readonly signal?: AbortSignal; readonly accessToken?: string },
  ): Promise<Result<ReplyOf<Calls[N]>, ApiFailure>>;
  /** Ends the open connections: the way to the API has changed. */
  forget(): void;
}
