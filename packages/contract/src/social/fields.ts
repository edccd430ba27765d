import * as z from 'zod/mini';
import { wire } from '../wire.ts';

/** Those who can vouch for a person. */
export const socialProvider = z.enum(['google', 'apple', 'facebook']);

/** Where a sign-in began: in the dashboard, or in an app that opened the browser for it and waits. */
export const opener = z.enum(['dashboard', 'app']);

/** An address inside the dashboard: it begins with one slash and holds no backslash, space or control character. */
export const returnPath = z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])[^\s\\\p{C}]*$/u));

/** Whatever a provider, a browser or a mail program made of an opaque text of ours: one that is cut or has grown is unknown, not malformed. */
export const receivedText = z.string().check(z.minLength(1), z.maxLength(4000));

/** What a person who is not signed in yet has to do first. */
export const confirmation = wire({
  /** Stands for the waiting sign-in, in this browser, for an hour. */
  token: z.string(),
  provider: socialProvider,
  /** The address that the provider named; null where it named none, and the person has to. */
  email: z.nullable(z.string()),
  /**
   * `account_exists`: the address has an account, whose owner must agree. `email_unverified`: the provider does not vouch for the
   * address. `email_missing`: it named none.
   */
  reason: z.enum(['account_exists', 'email_unverified', 'email_missing']),
  /** Whether the account's password will do. A link by mail always does. */
  byPassword: z.boolean(),
});

/** Where a person who is signed in now wanted to go. */
export const arrival = {
  redirect: z.nullable(z.string()),
  opener,
};
