import { errorCodes, isErrorCode } from '@comet/contract';

/** Failures that no code of the API names. */
export const failureTexts = {
  network: 'Unable to connect to our servers',
  unknownTitle: 'Unknown Error',
  unknown: 'An unknown error has occurred. If the problem persists, please contact support for assistance.',
  sessionExpired: 'Session expired. Please sign in to continue.',
  authentication: 'Authentication failed. Please log in and try again.',
  paddleUnavailable: 'Paddle is currently unavailable. Please try again later.',
  paymentNotStarted: 'Payment cannot be started. Please try again later.',
} as const;

/** These three speak before any code does, because they mean the same wherever they happen. */
const statusTexts: Readonly<Record<number, string>> = {
  401: errorCodes.unauthorized.text,
  429: errorCodes.too_many_requests.text,
  500: errorCodes.internal_error.text,
};

/** An error of ours whose message is already a sentence from this package, fit for people to read. */
export class ReadableError extends Error {
  override readonly name = 'ReadableError';
}

interface AnyFailure {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly name?: unknown;
}

/**
 * The one sentence for a failure of any kind, and a title where the sentence alone would not be understood.
 * In this order: an error that is a string, the status, the API's code, the API's message, a readable error's
 * message, the default.
 */
export function errorText(error: unknown): { readonly title: string | null; readonly text: string } {
  const { title = null, text } = choose(error);
  return { title, text };
}

function choose(error: unknown): { readonly title?: string; readonly text: string } {
  if (typeof error === 'string' && error !== '') return { text: error };
  if (typeof error === 'object' && error !== null) {
    const { status, code, message, name }: AnyFailure = error;
    const ofStatus = typeof status === 'number' ? statusTexts[status] : undefined;
    if (ofStatus !== undefined) return { text: ofStatus };
    if (typeof code === 'string' && isErrorCode(code)) return { text: errorCodes[code].text };
    const spoken = typeof message === 'string' ? message.split('|')[0]?.trim() : undefined;
    if (typeof status === 'number' && spoken) return { text: spoken };
    if (name === 'NetworkError') return { text: failureTexts.network };
    if (error instanceof ReadableError && spoken) return { text: spoken };
  }
  return { title: failureTexts.unknownTitle, text: failureTexts.unknown };
}
