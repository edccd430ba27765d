export const HOME = '/dash/home/';
export const LOG_IN = '/login/';
export const REGISTER = '/register/';

/** Why someone stands before the login or the registration: the session ended, or the one-time token was not good. */
export type SessionNote = 'expired' | 'failed';

/** The login or registration that leads back to `path`. */
export function signInAddress(
  screen: typeof LOG_IN | typeof REGISTER,
  path: string,
  session?: SessionNote,
): string {
  return `${screen}?${new URLSearchParams({ redirect: path, ...(session === undefined ? {} : { session }) })}`;
}
