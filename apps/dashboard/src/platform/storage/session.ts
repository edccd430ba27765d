/** What this browser keeps of a signed-in user: the access token, and who it was last seen to be. */
const TOKEN_KEY = 'comet:access-token';
const USER_KEY = 'comet:user';

/** The token is being given up right now. */
let leaving = false;

/** The token that this page has acted on so far. */
let known: string | null = null;
let userId: string | null = null;
const userListeners = new Set<(userId: string) => void>();
/** The session has ended, but the page stays for what is typed in it. */
let over = false;
const overListeners = new Set<() => void>();

export function isSessionOver(): boolean {
  return over;
}

export function onSessionOver(listener: () => void): () => void {
  overListeners.add(listener);
  return () => void overListeners.delete(listener);
}

/** Gives the refused token up, and leaves the page as it is. */
export function endSessionInPlace(): void {
  dropToken();
  setOver(true);
}

/** The page that had stayed after the session's end was left: there is no session any more to report on. */
export function leaveEndedSession(): void {
  setOver(false);
}

function setOver(isOver: boolean): void {
  over = isOver;
  for (const listener of overListeners) listener();
}

export function accessToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

/** Someone who is being logged out is treated as signed out already, wherever the guard meets them. */
export function isSignedIn(): boolean {
  return !leaving && accessToken() !== null;
}

export function startSession(token: string): void {
  known = token;
  localStorage.setItem(TOKEN_KEY, token);
  setOver(false);
}

export function storeUser(user: { readonly id: string; readonly email: string }): void {
  localStorage.setItem(USER_KEY, JSON.stringify({ id: user.id, email: user.email }));
  userId = user.id;
  for (const listener of userListeners) listener(user.id);
}

/** Whose screens this page shows; it remains so when the session has ended. Null until the user is loaded. */
export function storedUserId(): string | null {
  return userId;
}

/** Calls `listener` with the user's id at once if the user is loaded, and whenever it is. The returned function ends that. */
export function onUserStored(listener: (userId: string) => void): () => void {
  if (userId !== null) listener(userId);
  userListeners.add(listener);
  return () => void userListeners.delete(listener);
}

export function forgetUser(): void {
  localStorage.removeItem(USER_KEY);
}

/** Gives a refused token up where nobody is to be sent elsewhere. */
export function dropToken(): void {
  known = null;
  localStorage.removeItem(TOKEN_KEY);
  forgetUser();
}

/** Gives the token up and loads `address` anew, so that nothing of the user stays in memory. */
export function endSession(address: string): void {
  leaving = true;
  location.assign(address);
  dropToken();
}

/**
 * Signing out or in elsewhere, in another tab or while this page lay in the browser's back-forward cache, loads this page anew: the
 * route guard then knows where its visitor belongs.
 */
export function followOtherTabs(beforeReload: () => void): void {
  known = accessToken();
  const follow = () => {
    if (accessToken() === known && !leaving) return;
    beforeReload();
    location.reload();
  };
  addEventListener('storage', (event) => {
    // A storage that was emptied as a whole names no key.
    if (event.key === TOKEN_KEY || event.key === null) follow();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) follow();
  });
}
