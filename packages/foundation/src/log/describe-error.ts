import { isRequestId } from '../request-id.ts';

/**
 * Returns what a log may contain of an error. Other properties are left out: a database error's `detail` contains the customer's row. The
 * request id of a failed call of the API is kept, by which the API's log and traces have it.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: messageIn(error) };
  const { name: type, message, stack, cause } = error;
  const { code, requestId } = error as { readonly code?: unknown; readonly requestId?: unknown };
  return {
    type,
    message,
    stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(isRequestId(requestId) ? { requestId } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** Some libraries report errors as plain objects. */
function messageIn(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
