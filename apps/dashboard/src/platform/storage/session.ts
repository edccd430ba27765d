/** Data of a signed-in user in this browser: the access token, and the user's id and email. */
export const TOKEN_KEY = 'comet:access-token';
const USER_KEY = 'comet:user';

/** True while the token is being removed. */
let leaving = false;

/** The token that this page currently uses. */
let known: string | null = null;
let userId: string | null = null;
const userListeners = new Set<(userId: string) => void>();
/** The session has ended, but the page stays because of unsent text. */
let over = false;
const overListeners = new Set<() => void>();

/** Returns whether the session has ended while the page stays open with unsent text. */
export function isSessionEnded(): boolean {
  return over;
}

/** Calls `listener` after each change of `isSessionOver`, until the returned function is called. */
export function onSessionEnded(listener: () => void): () => void {
  overListeners.add(listener);
  return () => void overListeners.delete(listener);
}

/** Removes the rejected token and leaves the page as it is. */
export function endSessionOnScreen(): void {
  removeToken();
  setOver(true);
}

/** Clears the ended state when the user leaves that page. */
export function leaveEndedSession(): void {
  setOver(false);
}

function setOver(isOver: boolean): void {
  over = isOver;
  for (const listener of overListeners) listener();
}

/** Returns the access token that this browser stores; null if signed out. */
export function accessToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

/** A user who is being signed out counts as signed out. */
export function isSignedIn(): boolean {
  return !leaving && accessToken() !== null;
}

/** Stores the access token of a new session. */
export function startSession(token: string): void {
  known = token;
  localStorage.setItem(TOKEN_KEY, token);
  setOver(false);
}

/** Stores id and email of the signed-in user, and notifies the listeners of `onUserStored`. */
export function storeUser(user: { readonly id: string; readonly email: string }): void {
  localStorage.setItem(USER_KEY, JSON.stringify({ id: user.id, email: user.email }));
  userId = user.id;
  for (const listener of userListeners) listener(user.id);
}

/** The user whose data this page shows, also after the session has ended. Null until the user is loaded. */
export function storedUserId(): string | null {
  return userId;
}

/**
 * Calls `listener` with the user's id at once if the user is loaded, and at each change, until the returned
 * function is called.
 */
export function onUserStored(listener: (userId: string) => void): () => void {
  if (userId !== null) listener(userId);
  userListeners.add(listener);
  return () => void userListeners.delete(listener);
}

/** Deletes id and email of the user from this browser. The page keeps its user until it is left. */
export function forgetUser(): void {
  localStorage.removeItem(USER_KEY);
}

/** Removes a rejected token without a redirect. */
export function removeToken(): void {
  known = null;
  localStorage.removeItem(TOKEN_KEY);
  forgetUser();
}

/** Removes the token and reloads at `address`, so that no data of the user stays in memory. */
export function endSession(address: string): void {
  leaving = true;
  location.assign(address);
  removeToken();
}

/**
 * Reloads this page after a sign-in or sign-out in another tab, or while this page was in the browser's back-forward cache: the route
 * guard then redirects it.
 */
export function followOtherTabs(beforeReload: () => void): void {
  known = accessToken();
  const follow = () => {
    if (accessToken() === known && !leaving) return;
    beforeReload();
    location.reload();
  };
  addEventListener('storage', (event) => {
    // `key` is null when the whole storage was cleared.
    if (event.key === TOKEN_KEY || event.key === null) follow();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) follow();
  });
}
