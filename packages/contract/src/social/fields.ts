import * as z from 'zod/mini';
import { wire } from '../wire.ts';

/** The supported identity providers. */
export const socialProvider = z.enum(['google', 'apple', 'facebook']);

/** Where a sign-in began: in the dashboard, or in an app that opened the browser for it and waits. */
export const opener = z.enum(['dashboard', 'app']);

/** An address inside the dashboard: it begins with one slash and holds no backslash, space or control character. */
export const returnPath = z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])[^\s\\\p{C}]*$/u));

/**
 * An opaque text of ours as it comes back from a provider, browser or mail program: a truncated or extended one is unknown, not malformed.
 */
export const receivedText = z.string().check(z.minLength(1), z.maxLength(4000));

/** The pending confirmation of a person who is not signed in yet. */
export const confirmation = wire({
  /** Identifies the pending sign-in, in this browser, for an hour. */
  token: z.string(),
  provider: socialProvider,
  /** The address that the provider supplied; null if the user has to enter one. */
  email: z.nullable(z.string()),
  /**
   * `account_exists`: the address has an account, whose owner must agree. `email_unverified`: the provider has not verified the address.
   * `email_missing`: the provider supplied none.
   */
  reason: z.enum(['account_exists', 'email_unverified', 'email_missing']),
  /** Whether the account's password is sufficient. A link by mail always is. */
  byPassword: z.boolean(),
});

/** Where a person who is now signed in is redirected. */
export const arrival = {
  redirect: z.nullable(z.string()),
  opener,
};
