import { errorCatalogue, failureTexts } from './error-catalogue.ts';

/** Errors of client-side validation. */
export const validationTexts = {
  required: 'Value is required',
  email: 'Value is not a valid email address',
  minLength: 'This field should be at least {min} characters long',
  sameAs: 'The value must be equal to the {other} value',
  /** The error of a number field for other characters than digits. */
  wholeNumber: 'Whole numbers only',
  wholeGigabytes: 'Whole gigabytes only, like 5',
} as const;

/** An error of ours whose message is a sentence from this package. */
export class ReadableError extends Error {
  override readonly name = 'ReadableError';
}

interface Words {
  readonly title: string | null;
  readonly text: string;
}

interface AnyFailure {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly name?: unknown;
  readonly proxyStatus?: unknown;
}

/**
 * Returns the sentence for a failure of any kind, with a title if the sentence needs one.
 * In this order: an error that is a string, the status, the API's code, the API's message, a readable error's
 * message, the default.
 */
export function errorText(error: unknown): Words {
  const text = chosenText(error);
  return text === undefined
    ? { title: failureTexts.unknownTitle, text: failureTexts.unknown }
    : { title: null, text };
}

function chosenText(error: unknown): string | undefined {
  if (typeof error === 'string') return error === '' ? undefined : error;
  if (typeof error !== 'object' || error === null) return undefined;
  const failure: AnyFailure = error;
  return (
    textOfStatus(failure) ?? textOfCode(failure) ?? messageOfApi(failure) ?? messageOfReadable(error, failure)
  );
}

function textOfStatus({ status }: AnyFailure): string | undefined {
  return typeof status === 'number' ? errorCatalogue().byStatus[status] : undefined;
}

function textOfCode({ code }: AnyFailure): string | undefined {
  const { byCode } = errorCatalogue();
  return typeof code === 'string' && isCodeOf(byCode, code) ? byCode[code]?.text : undefined;
}

/** Whether a code has a text: inherited properties do not count. */
function isCodeOf<Codes extends object>(byCode: Codes, code: string): code is Extract<keyof Codes, string> {
  return Object.hasOwn(byCode, code);
}

/** Only an API response has a status: messages of other errors are not meant for users. */
function messageOfApi({ status, message }: AnyFailure): string | undefined {
  return typeof status === 'number' ? firstText(message) : undefined;
}

/**
 * A proxy that responds in place of the API was reached: the failure is an internal one, not one of the
 * connection.
 */
function messageOfReadable(error: object, { name, message, proxyStatus }: AnyFailure): string | undefined {
  if (name === 'NetworkError')
    return proxyStatus === undefined ? failureTexts.network : errorCatalogue().byStatus[500];
  return error instanceof ReadableError ? firstText(message) : undefined;
}

/** Returns the first of several texts in a message, if they cannot be assigned to fields. */
function firstText(message: unknown): string | undefined {
  const first = typeof message === 'string' ? message.split('|')[0]?.trim() : undefined;
  return first === '' ? undefined : first;
}
