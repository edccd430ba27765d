import { ApiError, type CallOptions, createClient } from '@comet/client';
import type { Endpoint, ReplyOf, RequestOf } from '@comet/contract';
import { deviceId } from './device-id.ts';
import { accessToken, endSession } from './session.ts';
import { logInAddress } from './addresses.ts';

export { ApiError } from '@comet/client';
export { api } from '@comet/contract';

const client = createClient({ baseUrl: import.meta.env['VITE_API_URL'] ?? '', token: accessToken, deviceId });

/**
 * Calls an endpoint as the signed-in user. A 401 ends the session: the page leaves for the login, and the call never
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
    if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error;
    // Another tab may have signed in again meanwhile: only the token that was refused is given up.
    if (accessToken() === token) {
      endSession(logInAddress(location.pathname + location.search + location.hash, true));
    }
    return new Promise<never>(() => {});
  }
}
