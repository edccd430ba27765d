import { isRequestId } from './request-id.ts';

/**
 * Returns the message of an error for a log, without its other properties, which may identify a customer. A failure of the API is followed by
 * its request id, by which the API's log and traces have it.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const requestId = 'requestId' in error ? error.requestId : null;
  return isRequestId(requestId) ? `${error.message} (request ${requestId})` : error.message;
}
