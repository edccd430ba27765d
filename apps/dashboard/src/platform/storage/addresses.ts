export const HOME = '/dash/home/';
export const LOG_IN = '/login/';
export const REGISTER = '/register/';
export const SWITCH_ACCOUNT = '/switch-account/';

/** The page that stands where an account was. Times are ISO 8601. */
export function accountDeletedAddress(dates: {
  readonly recoverableUntil: string;
  readonly removedBy: string;
}): string {
  return `/account-deleted/?${new URLSearchParams({ until: dates.recoverableUntil, by: dates.removedBy })}`;
}

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
