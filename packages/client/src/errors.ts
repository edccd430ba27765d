import type { ErrorCode } from '@comet/contract';

/** The API responded with a failure. `message` may join several texts by `|`, matched by position to `rules`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code as received; a newer API may have codes that this version lacks. */
  readonly code: string;
  readonly rules: readonly string[];
  /** Seconds to wait before a retry, if the API set them. */
  readonly retryAfter: number | null;
  /** The request's id in the log of the API, which is also its trace id; null if a proxy responded. */
  readonly requestId: string | null;

  constructor(
    status: number,
    body: { code: string; message: string; rules: readonly string[] },
    retryAfter: number | null,
    requestId: string | null = null,
  ) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.rules = body.rules;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }

  /** True if the failure is the one that the contract names. */
  is(code: ErrorCode): boolean {
    return this.code === code;
  }
}

/** Responses that may be temporary (product.md §9). */
const transientStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Whether a read that failed with this is repeated once. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return transientStatuses.has(error.status);
  return error instanceof NetworkError;
}

/** No usable response: no connection, a timeout, or a server that is not our API. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Status of a proxy in front of the API: 502, 503 or 504. Undefined without a response. */
  readonly proxyStatus: number | undefined;

  constructor(message: string, { cause, proxyStatus }: { cause?: unknown; proxyStatus?: number } = {}) {
    super(message, { cause });
    this.proxyStatus = proxyStatus;
  }
}
