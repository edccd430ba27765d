export const HOME = '/dash/home/';
export const LOG_IN = '/login/';
export const REGISTER = '/register/';

/** The login that leads back to `path`. `expired` tells the person why they are there. */
export function logInAddress(path: string, expired: boolean): string {
  const query = new URLSearchParams({ redirect: path, ...(expired ? { session: 'expired' } : {}) });
  return `${LOG_IN}?${query}`;
}
