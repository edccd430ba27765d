import { startSession } from '../../platform/session.ts';

const pending = new Map<string, Promise<boolean>>();

/**
 * Exchanges a one-time token for a session. False when the API does not take it, or is not there. A token that is being exchanged is not
 * sent again: the router may ask twice.
 */
export function exchangeOneTimeToken(oneTimeToken: string): Promise<boolean> {
  const known = pending.get(oneTimeToken);
  if (known !== undefined) return known;
  const exchanged = exchange(oneTimeToken);
  pending.set(oneTimeToken, exchanged);
  return exchanged;
}

async function exchange(oneTimeToken: string): Promise<boolean> {
  // Fetched on demand: the guard stands in the first file that a browser loads, the contract does not.
  const { api, call } = await import('../../platform/api.ts');
  try {
    const { accessToken } = await call(api.authenticateOneTimeToken, { body: { oneTimeToken } });
    startSession(accessToken);
    return true;
  } catch {
    return false;
  }
}
