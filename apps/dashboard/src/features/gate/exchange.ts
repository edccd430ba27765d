import { accessToken, startSession } from '../../platform/session.ts';

/** A session that another account's one-time token has opened, in a browser that is signed in: the person decides. */
export interface Choice {
  /** The addresses of the account that is signed in, and of the one that the link is of. */
  readonly present: string;
  readonly offered: string;
  readonly presentToken: string;
  readonly offeredToken: string;
}

export type Exchanged = 'entered' | 'failed' | Choice;

const pending = new Map<string, Promise<Exchanged>>();

/**
 * Exchanges a one-time token for a session. `failed` when the API does not take it, or is not there. A token that is being exchanged is
 * not sent again: the router may ask twice.
 */
export function exchangeOneTimeToken(oneTimeToken: string): Promise<Exchanged> {
  const known = pending.get(oneTimeToken);
  if (known !== undefined) return known;
  const exchanged = exchange(oneTimeToken).catch(() => 'failed' as const);
  pending.set(oneTimeToken, exchanged);
  return exchanged;
}

/** Whoever else is signed in here must not find themselves in another account: a link can be anybody's. */
async function exchange(oneTimeToken: string): Promise<Exchanged> {
  // Fetched on demand: the guard stands in the first file that a browser loads, the contract does not.
  const { api, call, userOf, endOnServer } = await import('../../platform/api.ts');
  const presentToken = accessToken();
  const present = presentToken === null ? null : await userOf(presentToken);
  const { accessToken: offeredToken } = await call(api.authenticateOneTimeToken, { body: { oneTimeToken } });
  if (present !== null && presentToken !== null) {
    const offered = await userOf(offeredToken);
    if (offered === null) return 'failed';
    if (offered.id !== present.id)
      return { present: present.email, offered: offered.email, presentToken, offeredToken };
  }
  startSession(offeredToken);
  // In its place now; nobody would end it.
  if (presentToken !== null) void endOnServer(presentToken);
  return 'entered';
}
