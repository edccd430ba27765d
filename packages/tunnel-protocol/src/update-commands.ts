import * as z from 'zod/mini';

/** Refusals of the commands of this file, beside an `api_unreachable` for the release server. */
export const updateErrors = ['updates_elsewhere', 'update_refused', 'update_none'] as const;

/** Why a release was not taken: the detail behind `update_refused`. */
export const updateRefusals = [
  'unreadable',
  'signature_wrong',
  'other_product',
  'not_yet_valid',
  'expired',
  'older',
  'too_large',
  'package_wrong',
] as const;

export type UpdateRefusal = (typeof updateRefusals)[number];

/** Newer versions of Comet. Nobody is asked for one unless somebody asks here. */
export const updateCommands = {
  /** What is known already is good for an hour. Refused with `updates_elsewhere` where the package has no source of releases. */
  'update.check': {
    params: z.object({}),
    result: z.object({
      /** What is installed. */
      version: z.string(),
      /** Null where nothing newer is known. `fetched`: its package is here and has been verified. */
      newer: z.nullable(
        z.object({ version: z.string(), notes: z.string(), bytes: z.int(), fetched: z.boolean() }),
      ),
    }),
  },
  /** Asks anew, then fetches the package of the newer version and verifies it. Installing it is asked of the system, by `/usr/lib/comet/install-update`. */
  'update.fetch': {
    params: z.object({}),
    result: z.object({ version: z.string(), path: z.string() }),
  },
} as const;
