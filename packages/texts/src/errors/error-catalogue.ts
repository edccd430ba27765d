import type { ErrorCode } from '@comet/contract';

/** Failures without a response of the API; some have the text of a code. */
export const failureTexts = {
  network: 'Unable to connect to our servers',
  unknownTitle: 'Unknown Error',
  unknown: 'An unknown error has occurred. If the problem persists, please contact support for assistance.',
  sessionExpired: 'Session expired. Please sign in to continue.',
  authentication: 'Authentication failed. Please log in and try again.',
  emailNotChanged: 'Email change failed: There was an error changing your email. Please try again later.',
  messageNotSent: 'Something went wrong and your message has not been sent.',
  paddleUnavailable: 'Paddle is currently unavailable. Please try again later.',
  paymentNotStarted: 'Payment cannot be started. Please try again later.',
  clipboard: 'We couldn’t copy this. Select it and copy it yourself.',
} as const;

interface ErrorCatalogue {
  readonly byStatus: Readonly<Record<number, string>>;
  readonly byCode: Readonly<Partial<Record<ErrorCode, { readonly text: string }>>>;
}

/**
 * Every failure with its own text, in the order of lookup. After them come the API's message, the
 * message of a readable error, and the unknown error with its title (`errorText`).
 */
let catalogue: ErrorCatalogue = {
  /** These three precede all codes, because their meaning is the same everywhere. */
  byStatus: {
    401: 'Unauthorized. Please reload page to login again',
    429: 'Too many requests',
    500: 'Something went wrong',
  },
  byCode: {},
};

/** Returns the texts loaded so far: those by status, and those by code after `fetchErrorWords`. */
export function errorCatalogue(): ErrorCatalogue {
  return catalogue;
}

/**
 * Loads the texts of all codes, which are needed only after a failure. If that fails, the API's message is shown.
 * Never throws.
 */
export async function fetchErrorWords(): Promise<void> {
  try {
    const { errorCodes } = await import('@comet/contract/error-codes');
    catalogue = { ...catalogue, byCode: errorCodes };
  } catch {
    // The next failure retries.
  }
}
