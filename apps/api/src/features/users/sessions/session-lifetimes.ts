/** Milliseconds since the last use. */
export const sessionLifetimeMs = 30 * 24 * 3600 * 1000;
/** Milliseconds since the sign-in, however often it is used. */
export const longestSessionMs = 365 * 24 * 3600 * 1000;
/** Milliseconds since the sign-in of one that owes the second factor: long enough to fetch a phone. It is not prolonged by use. */
export const limitedLifetimeMs = 15 * 60 * 1000;
