import { isIp } from '@comet/foundation';
import * as z from 'zod/mini';
import { accessChoices, accessMethods, addedAccessMethods } from './choices.ts';

/** Error codes of the commands in this file. */
export const apiAccessErrors = [
  'access_proxy_missing',
  'access_shadowsocks_missing',
  /** Neither the URL of a Shadowsocks server nor a text with bridges. */
  'access_text_malformed',
  /** A text with bridges that Comet did not sign, or that was changed. */
  'access_text_refused',
  'access_text_expired',
  /** The web server at the given URL did not return a text, or may not be contacted while traffic is blocked. */
  'access_text_unreachable',
] as const;

const nothing = z.object({});
const address = z.string().check(z.refine(isIp));
const port = z.int().check(z.minimum(1), z.maximum(65_535));
/** RFC 1929: 1 to 255 bytes. */
const credential = z.string().check(
  z.minLength(1),
  z.refine((text) => new TextEncoder().encode(text).length <= 255),
);

/** How the daemon reaches the API on the current network. */
const apiAccess = z.lazy(() =>
  z.object({
    choice: z.enum(accessChoices),
    /** The method of the last successful connection on this network; null before one. */
    working: z.nullable(z.enum(accessMethods)),
    /** The user's own proxy. Its password is never returned. */
    proxy: z.nullable(z.object({ address, port, user: z.nullable(z.string()) })),
    /** The user's own Shadowsocks server. Its password is never returned. */
    shadowsocks: z.nullable(z.object({ address, port })),
    /** The number of valid bridges that the user added; the server list may contain others. */
    bridges: z.int(),
  }),
);

/** The commands of API access. */
export const apiAccessCommands = {
  'api.status': { params: nothing, result: apiAccess },
  /** Opens one connection to the API by each method, in parallel, and replies when all have succeeded or failed. */
  'api.test': {
    params: nothing,
    result: z.object({
      results: z.array(
        z.object({
          method: z.enum(accessMethods),
          /** `unavailable`: nothing to try, such as no proxy or no known gateway. */
          outcome: z.enum(['reached', 'failed', 'unavailable']),
          /** Milliseconds until the API's certificate was verified; null if it was not. */
          milliseconds: z.nullable(z.int()),
        }),
      ),
    }),
  },
  /** Replaces the SOCKS5 proxy (RFC 1928), with a user name and password (RFC 1929) or without. */
  'api.add': {
    params: z.object({
      address,
      port,
      login: z.nullable(z.object({ user: credential, password: credential })),
    }),
    result: apiAccess,
  },
  /**
   * Adds what a text contains: the user's own Shadowsocks server (`ss://…`, SIP002), which replaces an earlier one; signed bridges; or the
   * https address of a file with one of these.
   */
  'api.add-text': {
    params: z.object({ text: z.string().check(z.minLength(1), z.maxLength(2_000)) }),
    result: apiAccess,
  },
  /** Removes the proxy, the Shadowsocks server or the bridges that were added; a choice of the proxy or server becomes `automatic`. */
  'api.remove': { params: z.object({ method: z.enum(addedAccessMethods) }), result: apiAccess },
  /** Refused with `access_proxy_missing` or `access_shadowsocks_missing` for a method whose server is missing. */
  'api.use': { params: z.object({ choice: z.enum(accessChoices) }), result: apiAccess },
} as const;
