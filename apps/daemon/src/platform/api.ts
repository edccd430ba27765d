import type { Endpoint, ReplyOf, RequestOf } from '@comet/contract';
import type { Result } from '@comet/foundation';

/** Why the API did not do it: no usable answer, or an answer that says no. */
export type ApiFailure =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string };

/** The control plane, by the contract. */
export interface Api {
  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E> & { readonly signal?: AbortSignal; readonly accessToken?: string },
  ): Promise<Result<ReplyOf<E>, ApiFailure>>;
  /** Ends the open connections: the way to the API has changed. */
  forget(): void;
}
