import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** A request id, which is also the trace id: 16 bytes in hex (W3C Trace Context). */
export function newRequestId(): string {
  return randomUUID().replaceAll('-', '');
}

/** Runs the work of a request: everything that it starts can read the request's id. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work);
}

/** Returns the id of the request that caused the running code; undefined in jobs and at start. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** The field of a log line that names the request. */
export function requestFields(): { readonly requestId: string } | undefined {
  const requestId = current.getStore();
  return requestId === undefined ? undefined : { requestId };
}
