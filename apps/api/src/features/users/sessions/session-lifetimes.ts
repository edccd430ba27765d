/** Milliseconds since the last use. */
export const sessionLifetimeMs = 30 * 24 * 3600 * 1000;
/** Milliseconds since the sign-in; use does not extend it. */
export const maxSessionMs = 365 * 24 * 3600 * 1000;
/** Maximum age in ms of a session that still requires the second factor. Use does not extend it. */
export const limitedLifetimeMs = 15 * 60 * 1000;
/** Sessions of an account, apart from those that still require the second factor. */
export const maxSessions = 100;
