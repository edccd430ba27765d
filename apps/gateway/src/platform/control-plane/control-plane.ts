import { type BoundCredential, sendWithProof } from '@comet/admission';
import { ApiError, checkReply, connectionFault, createClient, NetworkError } from '@comet/client';
import { accountsKind, api, type Endpoint, grantKinds, type ReplyOf, type RequestOf } from '@comet/contract';
import { type Clock, err, ok, reasonOf, type Result } from '@comet/foundation';
import { linesOf } from '../files/lines.ts';

/** A failed call: refused permanently, or to be retried. `reason` is for an operator and identifies no customer. */
export type ControlPlaneFailure =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The gateway's client of the control plane. */
export interface ControlPlane {
  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
  ): Promise<Result<ReplyOf<E>, ControlPlaneFailure>>;
  /**
   * The lines of the feed after a cursor; `chunks` are the digests of kept chunks, which are not sent again. Throws when the stream cannot be
   * opened, breaks, or is aborted.
   */
  feed(cursor: number, signal: AbortSignal, chunks?: readonly string[]): AsyncIterable<string>;
}

/** Maximum length of a line of the feed; parts of snapshots are much smaller. */
const maxLineLength = 4 * 1024 * 1024;
/** Maximum number of kept chunks in a request. */
const maxKeptChunks = 256;
/** Maximum response size in bytes; responses contain certificates and keys only. */
const maxReplyLength = 256 * 1024;

/** `credential` returns the gateway's credential; null before enrolment. */
export function connectControlPlane(
  baseUrl: string,
  credential: () => BoundCredential | null,
  clock: Clock,
): ControlPlane {
  const origin = baseUrl.replace(/\/+$/, '');
  const send = sendWithProof(origin, credential, clock);
  const client = createClient({
    baseUrl: origin,
    fetch: send,
    check: checkReply,
    maxReplyLength,
  });
  return {
    async call(endpoint, request) {
      try {
        return ok(await client.call(endpoint, request));
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
        return err(failureOf(error));
      }
    },
    async *feed(cursor, signal, chunks = []) {
      const kinds = [...grantKinds, accountsKind].join(',');
      const query = new URLSearchParams({ cursor: String(cursor), kinds, format: '2' });
      if (chunks.length > 0) query.set('chunks', namesOf(chunks));
      const headers = { accept: 'application/x-ndjson', 'accept-encoding': 'gzip' };
      const response = await send(`${origin}${api.followFeed.path}?${query.toString()}`, {
        headers,
        signal,
      }).catch((error: unknown) => {
        throw new Error(connectionFault(error) ?? reasonOf(error), { cause: error });
      });
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        throw new Error(`the feed answered ${response.status}`);
      }
      yield* linesOf(response.body, maxLineLength);
    },
  };
}

const namesOf = (digests: readonly string[]) =>
  digests
    .slice(0, maxKeptChunks)
    .map((digest) => digest.slice(0, 8))
    .join(',');

function reasonFor(error: ApiError | NetworkError): string {
  return (error instanceof NetworkError ? connectionFault(error) : null) ?? error.message;
}

function failureOf(error: ApiError | NetworkError): ControlPlaneFailure {
  const lasting =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return { kind: lasting ? 'refused' : 'unreachable', reason: reasonFor(error) };
}
