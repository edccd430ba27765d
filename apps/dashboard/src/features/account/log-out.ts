import { LOG_IN } from '../../platform/navigation/paths.ts';
import { forgetDrafts } from '../../platform/storage/drafts.ts';
import { endSession } from '../../platform/storage/session.ts';

const TIMEOUT_MS = 3000;

/**
 * Revokes the token on the server, removes it here and reloads at `address`, by default the login. A server that does not answer in
 * time does not delay the sign-out on this machine.
 */
export async function logOut(address: string = LOG_IN): Promise<void> {
  try {
    const { api, call } = await import('../../platform/data/api.ts');
    await call(api.logOut, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    // The token is removed from this browser after any failure; unused, it expires on the server.
  }
  if (address === LOG_IN) forgetDrafts();
  endSession(address);
}
