import { type ErrorCode, errorCodes } from '@comet/contract';

/** Failures that no answer of the API names. */
export const failureTexts = {
  network: 'Unable to connect to our servers',
  unknownTitle: 'Unknown Error',
  unknown: 'An unknown error has occurred. If the problem persists, please contact support for assistance.',
  sessionExpired: 'Session expired. Please sign in to continue.',
  authentication: errorCodes.authentication_failed.text,
  emailNotChanged: 'Email change failed: There was an error changing your email. Please try again later.',
  messageNotSent: errorCodes.message_not_sent.text,
  paddleUnavailable: errorCodes.payment_unavailable.text,
  paymentNotStarted: errorCodes.payment_not_started.text,
  clipboard: 'This could not be copied. Select it and copy it yourself.',
} as const;

/**
 * Every failure that has words of its own. They are looked for in the order of this table; after it come the API's own message, the
 * message of a readable error, and the unknown error with its title (`errorText`).
 */
export const errorCatalogue: {
  readonly byStatus: Readonly<Record<number, string>>;
  readonly byCode: Readonly<Record<ErrorCode, { readonly text: string }>>;
} = {
  /** These three speak before any code does, because they mean the same wherever they happen. */
  byStatus: {
    401: errorCodes.unauthorized.text,
    429: errorCodes.too_many_requests.text,
    500: errorCodes.internal_error.text,
  },
  byCode: errorCodes,
};
