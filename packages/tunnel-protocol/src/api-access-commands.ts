import { isIp } from '@comet/foundation';
import * as z from 'zod/mini';
import { accessChoices, accessMethods } from './choices.ts';

/** Error codes of the commands in this file. */
export const apiAccessErrors = ['access_proxy_missing'] as const;

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
  /** Removes the proxy with its password; a choice of it becomes `automatic`. */
  'api.remove': { params: nothing, result: apiAccess },
  /** Refused with `access_proxy_missing` for `socks5` without a proxy. */
  'api.use': { params: z.object({ choice: z.enum(accessChoices) }), result: apiAccess },
} as const;
