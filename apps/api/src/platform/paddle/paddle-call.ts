import { ApiError, type Environment, LogLevel, Paddle } from '@paddle/paddle-node-sdk';
import { err, ok, type Result } from '@comet/foundation';

/** The failure of a call to Paddle, by the contract's codes. */
export type PaddleFailure = 'payment_unavailable' | 'product_not_found' | 'payment_not_started';

const timeoutMs = 10_000;

/**
 * Opens the SDK for an API URL. Its `environment` accepts a URL besides its two documented names, which a test verifies. `sandbox` and
 * `production` are Paddle's own hosts.
 */
export function openPaddle(options: { readonly apiUrl: string; readonly apiKey: string }): Paddle {
  return new Paddle(options.apiKey, {
    environment: options.apiUrl as Environment,
    logLevel: LogLevel.none,
  });
}

/** Runs one call. The SDK has neither a timeout nor retries, and throws any error of `fetch` or the JSON parser. */
export async function callPaddle<T>(call: () => Promise<T>): Promise<Result<T, PaddleFailure>> {
  const deadline = Promise.withResolvers<Result<never, PaddleFailure>>();
  const timer = setTimeout(() => deadline.resolve(err('payment_unavailable')), timeoutMs);
  const outcome = call().then(
    (value) => ok(value),
    (error: unknown) => err(failureOf(error)),
  );
  try {
    return await Promise.race([outcome, deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Only Paddle's own error responses are permanent: a lost connection, a proxy's page and a 5xx are temporary (`payment_unavailable`). */
function failureOf(error: unknown): PaddleFailure {
  if (!(error instanceof ApiError)) return 'payment_unavailable';
  if (error.type === 'api_error' || error.code === 'too_many_requests') return 'payment_unavailable';
  const names = [error.code, ...(error.errors ?? []).map(({ field }) => field)].join(' ');
  if (/not_found|price|product/.test(names)) return 'product_not_found';
  return 'payment_not_started';
}
