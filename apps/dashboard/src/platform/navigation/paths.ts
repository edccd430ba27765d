export const HOME = '/dash/home/';
export const LOG_IN = '/login/';
export const REGISTER = '/register/';
export const SWITCH_ACCOUNT = '/switch-account/';

/** The page after an account's deletion. Times are ISO 8601. */
export function accountDeletedAddress(dates: {
  readonly recoverableUntil: string;
  readonly removedBy: string;
}): string {
  return `/account-deleted/?${new URLSearchParams({ until: dates.recoverableUntil, by: dates.removedBy })}`;
}

/** Reason for a redirect to the login or registration: the session ended, or the one-time token was refused. */
export type SessionNote = 'expired' | 'failed';

/** The login or registration that redirects to `path` afterwards. */
export function signInAddress(
  screen: typeof LOG_IN | typeof REGISTER,
  path: string,
  session?: SessionNote,
): string {
  return `${screen}?${new URLSearchParams({ redirect: path, ...(session === undefined ? {} : { session }) })}`;
}
