/** The access token of this browser, and whether it is being given up right now. */
const TOKEN_KEY = 'comet:access-token';

let leaving = false;

export function accessToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

/** Someone who is being logged out is treated as signed out already, wherever the guard meets them. */
export function isSignedIn(): boolean {
  return !leaving && accessToken() !== null;
}

export function startSession(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

/** Gives the token up and loads `address` anew, so that nothing of the user stays in memory. */
export function endSession(address: string): void {
  leaving = true;
  localStorage.removeItem(TOKEN_KEY);
  location.assign(address);
}

/** Signing out in one tab signs out the others. */
export function followSignOut(): void {
  addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY && event.newValue === null) location.reload();
  });
}
