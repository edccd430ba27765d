import { type BoundCredential, sendWithProof } from '@comet/admission';
import { ApiError, checkReply, createClient, NetworkError } from '@comet/client';
import { api, type Endpoint, grantKinds, type ReplyOf, type RequestOf } from '@comet/contract';
import { type Clock, err, ok, reasonOf, type Result } from '@comet/foundation';
import { linesOf } from './lines.ts';
import { connectionFault } from './connection-fault.ts';

/** A failed call: refused for good, or worth another try later. `reason` is for an operator and names no customer. */
export type ControlPlaneFailure =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The API as this gateway sees it. */
export interface ControlPlane {
  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
  ): Promise<Result<ReplyOf<E>, ControlPlaneFailure>>;
  /** The lines of the feed after a cursor. Throws when the stream cannot be opened, breaks, or is aborted. */
  feed(cursor: number, signal: AbortSignal): AsyncIterable<string>;
}

/** A part of a snapshot stays far below this. */
const longestLine = 4 * 1024 * 1024;
/** Certificates and keys; no answer to a gateway comes near it. */
const longestReply = 256 * 1024;

/** `credential` gives what the gateway presents, null before it is enrolled. */
export function connectControlPlane(
  baseUrl: string,
  credential: () => BoundCredential | null,
  clock: Clock,
): ControlPlane {
  const origin = baseUrl.replace(/\/+$/, '');
  const send = sendWithProof(origin, credential, clock);
  const client = createClient({ baseUrl: origin, fetch: send, check: checkReply, longestReply });
  return {
    async call(endpoint, request) {
      try {
        return ok(await client.call(endpoint, request));
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
        return err(failureOf(error));
      }
    },
    async *feed(cursor, signal) {
      const response = await send(
        `${origin}${api.followFeed.path}?cursor=${cursor}&kinds=${grantKinds.join(',')}`,
        { headers: { accept: 'application/x-ndjson' }, signal },
      ).catch((error: unknown) => {
        throw new Error(connectionFault(error) ?? reasonOf(error), { cause: error });
      });
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        throw new Error(`the feed answered ${response.status}`);
      }
      yield* linesOf(response.body, longestLine);
    },
  };
}

function reasonFor(error: ApiError | NetworkError): string {
  return (error instanceof NetworkError ? connectionFault(error) : null) ?? error.message;
}

function failureOf(error: ApiError | NetworkError): ControlPlaneFailure {
  const lasting =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return { kind: lasting ? 'refused' : 'unreachable', reason: reasonFor(error) };
}
