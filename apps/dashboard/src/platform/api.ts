import { ApiError, type CallOptions, createClient } from '@comet/client';
import type { Endpoint, ReplyOf, RequestOf } from '@comet/contract';
import { LOG_IN, signInAddress } from './addresses.ts';
import { deviceId } from './device-id.ts';
import { accessToken, dropToken, endSession } from './session.ts';

export { ApiError } from '@comet/client';
export { api } from '@comet/contract';

const client = createClient({ baseUrl: import.meta.env['VITE_API_URL'] ?? '', token: accessToken, deviceId });

/**
 * Calls an endpoint, as the signed-in user if there is one. A 401 to a user logs them out: the page leaves for the login, and the call never
 * settles, so that no screen shows a failure on the way out.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> & CallOptions,
): Promise<ReplyOf<E>> {
  const token = accessToken();
  try {
    return await client.call(endpoint, request);
  } catch (error) {
    if (!isUnauthorized(error) || token === null || endpoint.caller !== 'user') throw error;
    // Another tab may have signed in again meanwhile: only the token that was refused is given up. This page follows that tab.
    if (accessToken() === token) {
      endSession(signInAddress(LOG_IN, location.pathname + location.search + location.hash, 'expired'));
    }
    return new Promise<never>(() => {});
  }
}

/**
 * Calls an endpoint as the signed-in user, if there is one: null without a token, with one that is refused, and with one that still
 * owes the second factor. For screens that send nobody elsewhere.
 */
export async function callIfSignedIn<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> & CallOptions,
): Promise<ReplyOf<E> | null> {
  const token = accessToken();
  if (token === null) return null;
  try {
    return await client.call(endpoint, request);
  } catch (error) {
    if (error instanceof ApiError && error.is('two_factor_code_required')) return null;
    if (!isUnauthorized(error)) throw error;
    if (accessToken() === token) dropToken();
    return null;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
