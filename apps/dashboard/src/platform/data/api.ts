import { ApiError, type CallOptions, type Client, createClient } from '@comet/client';
import { api, type Endpoint, type ReplyOf, type RequestOf } from '@comet/contract';
import { fetchErrorWords } from '@comet/texts';
import { LOG_IN, signInAddress } from '../navigation/paths.ts';
import { deviceId } from '../storage/device-id.ts';
import { hasUnsentDraft, keepDrafts } from '../storage/drafts.ts';
import {
  accessToken,
  removeToken,
  endSession,
  endSessionOnScreen,
  isSessionEnded,
} from '../storage/session.ts';
import { sendRead } from './first-reads.ts';

export { ApiError, NetworkError } from '@comet/client';
export { api } from '@comet/contract';

const baseUrl = import.meta.env['VITE_API_URL'] ?? '';
const connection = { baseUrl, token: accessToken, deviceId };
const client = createClient(connection);
const readClient = createClient({ ...connection, retriesReads: false, fetch: sendRead });

type Read = Endpoint & { readonly method: 'GET' };

let reportResult: (responded: boolean) => void = () => {};

/**
 * Calls `listener` after every call with whether a response was received, whatever it was. Aborted calls are
 * not reported.
 */
export function onCallResult(listener: (responded: boolean) => void): void {
  reportResult = listener;
}

/** Reports a call without a response. The query client reports a read after its retry has failed too. */
export function reportNoResponse(): void {
  reportResult(false);
}

async function ask<E extends Endpoint>(
  by: Client,
  endpoint: E,
  request: RequestOf<E> & CallOptions,
): Promise<ReplyOf<E>> {
  try {
    const reply = await by.call(endpoint, request);
    reportResult(true);
    return reply;
  } catch (error) {
    if (error instanceof ApiError) {
      reportResult(true);
      await fetchErrorWords();
    } else if (by !== readClient && request.signal?.aborted !== true) reportNoResponse();
    throw error;
  }
}

/** Whether our servers respond. No screen reads this endpoint, so a probe repeats no call of a screen. */
export async function probe(): Promise<boolean> {
  try {
    await client.call(api.showStatus, {});
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status < 500;
  }
}

const clientOf = (token: string) => createClient({ baseUrl, token: () => token, deviceId });

const TIMEOUT_MS = 3000;

/** Opens the login, which returns to this page. Unsent text is kept until then. */
export function signInAgain(): void {
  keepDrafts();
  endSession(signInAddress(LOG_IN, location.pathname + location.search + location.hash, 'expired'));
}

/**
 * Calls an endpoint, as the signed-in user if there is one. A 401 logs the user out: the page opens the login, and the call never
 * settles, so that no screen shows a failure meanwhile. A read that is refused while a form holds unsent text leaves the page in place:
 * the notice of the ended session is shown, and the next write opens the login.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> & CallOptions,
): Promise<ReplyOf<E>> {
  return callBy(client, endpoint, request);
}

/** The same for a query, which is retried by the query client and not by the call. */
export function read<E extends Read>(endpoint: E, request: RequestOf<E> & CallOptions): Promise<ReplyOf<E>> {
  return callBy(readClient, endpoint, request);
}

async function callBy<E extends Endpoint>(
  by: Client,
  endpoint: E,
  request: RequestOf<E> & CallOptions,
): Promise<ReplyOf<E>> {
  const token = accessToken();
  const isOfUser = endpoint.caller === 'user';
  const isRead = endpoint.method === 'GET';
  if (isOfUser && isSessionEnded()) {
    if (!isRead) signInAgain();
    return new Promise<never>(() => {});
  }
  try {
    return await ask(by, endpoint, request);
  } catch (error) {
    if (!isUnauthorized(error) || token === null || !isOfUser) throw error;
    // Another tab may have signed in again: only the refused token is removed, and this page uses the new one.
    if (accessToken() === token) {
      if (isRead && hasUnsentDraft()) endSessionOnScreen();
      else signInAgain();
    }
    return new Promise<never>(() => {});
  }
}

/**
 * Calls an endpoint with the token of an earlier attempt: that attempt may have ended the session although
 * its response was lost. A 401 opens the login.
 */
export async function callAs<E extends Endpoint>(
  token: string,
  endpoint: E,
  request: RequestOf<E> & CallOptions,
): Promise<ReplyOf<E>> {
  try {
    return await ask(clientOf(token), endpoint, request);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    signInAgain();
    return new Promise<never>(() => {});
  }
}

/**
 * Reads an endpoint for a query as the signed-in user, if there is one: null without a token, with a refused one, and with one that
 * still requires the second factor. For screens without a redirect to the login.
 */
export async function readIfSignedIn<E extends Read>(
  endpoint: E,
  request: RequestOf<E> & CallOptions,
): Promise<ReplyOf<E> | null> {
  const token = accessToken();
  if (token === null) return null;
  try {
    return await ask(readClient, endpoint, request);
  } catch (error) {
    if (error instanceof ApiError && error.is('two_factor_code_required')) return null;
    if (!isUnauthorized(error)) throw error;
    if (accessToken() === token) removeToken();
    return null;
  }
}

/** The user of a token; null for an ended session, or one that still requires the second factor. */
export async function userOf(token: string): Promise<ReplyOf<typeof api.currentUser> | null> {
  try {
    return await clientOf(token).call(api.currentUser, {});
  } catch (error) {
    if (isUnauthorized(error) || (error instanceof ApiError && error.is('two_factor_code_required')))
      return null;
    throw error;
  }
}

/** Revokes a token that this page no longer uses. Does not wait for a server that does not respond in time. */
export async function endOnServer(token: string): Promise<void> {
  try {
    await clientOf(token).call(api.logOut, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    // The unused token expires on the server.
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
