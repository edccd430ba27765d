import { signInLinkTexts } from '@comet/texts';
import { SWITCH_ACCOUNT } from '../../platform/storage/addresses.ts';
import { announce } from '../../platform/screen/announcements.ts';
import { api, call, endOnServer, userOf } from '../../platform/data/api.ts';
import { accessToken, isSignedIn, startSession } from '../../platform/storage/session.ts';
import { setAccountChoice } from './account-choice.ts';

/** A session that another account's one-time token has opened, in a browser that is signed in: the person decides. */
export interface Choice {
  /** The addresses of the account that is signed in, and of the one that the link is of. */
  readonly present: string;
  readonly offered: string;
  readonly presentToken: string;
  readonly offeredToken: string;
}

type Exchanged = 'entered' | 'failed' | Choice;

const pending = new Map<string, Promise<Exchanged>>();

/** Address to open for a one-time token. The address with the token is always replaced, so that it stays in no history. */
export async function signInByToken(wanted: {
  readonly oneTimeToken: string;
  readonly to: string;
  readonly otherwise: string;
}): Promise<string> {
  const exchanged = await exchangeOneTimeToken(wanted.oneTimeToken);
  if (exchanged === 'failed') {
    if (!isSignedIn()) return wanted.otherwise;
    announce(signInLinkTexts.failed);
    return wanted.to;
  }
  if (exchanged === 'entered') return wanted.to;
  setAccountChoice(exchanged, wanted.to);
  return SWITCH_ACCOUNT;
}

/**
 * Exchanges a one-time token for a session. `failed` when the API does not take it, or is not there. A token that is being exchanged is
 * not sent again: the router may call this twice.
 */
function exchangeOneTimeToken(oneTimeToken: string): Promise<Exchanged> {
  const known = pending.get(oneTimeToken);
  if (known !== undefined) return known;
  const exchanged = exchange(oneTimeToken).catch(() => 'failed' as const);
  pending.set(oneTimeToken, exchanged);
  return exchanged;
}

/** A link can come from any sender: it must not switch a signed-in user to another account. */
async function exchange(oneTimeToken: string): Promise<Exchanged> {
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
  // The session that was replaced would otherwise never end.
  if (presentToken !== null) void endOnServer(presentToken);
  return 'entered';
}
