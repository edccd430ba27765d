import { formatText, signInLinkTexts } from '@comet/texts';
import { SWITCH_ACCOUNT } from '../../platform/navigation/paths.ts';
import { announce } from '../../platform/screen/announcements.ts';
import { api, call, endOnServer, userOf } from '../../platform/data/api.ts';
import { accessToken, isSignedIn, startSession } from '../../platform/storage/session.ts';
import { setAccountChoice } from './account-choice.ts';

/** A one-time token of another account was opened in a signed-in browser: the user chooses an account. */
export interface Choice {
  /** Email addresses of the signed-in account, and of the account of the link. */
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
 * Exchanges a one-time token for a session. `failed` if the API rejects it or is unreachable. Concurrent
 * calls with the same token share one request, since the router may call this twice.
 */
function exchangeOneTimeToken(oneTimeToken: string): Promise<Exchanged> {
  const known = pending.get(oneTimeToken);
  if (known !== undefined) return known;
  const exchanged = exchange(oneTimeToken).catch(() => 'failed' as const);
  pending.set(oneTimeToken, exchanged);
  return exchanged;
}

/**
 * A link may have been sent by anyone, so it must not switch a signed-in user to another account. A visitor is signed in at once, as the
 * app's links require, and the account is named.
 */
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
  if (present === null) void nameAccount(offeredToken);
  // The replaced session would otherwise never end.
  if (presentToken !== null) void endOnServer(presentToken);
  return 'entered';
}

/** Not named if the second factor is still required or the read fails: the next screen shows why. */
async function nameAccount(token: string): Promise<void> {
  const user = await userOf(token).catch(() => null);
  if (user !== null) announce(formatText(signInLinkTexts.signedIn, { email: user.email }));
}
