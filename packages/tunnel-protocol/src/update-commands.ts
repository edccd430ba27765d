import * as z from 'zod/mini';

/** Refusals of the commands in this file, in addition to `api_unreachable` for the release server. */
export const updateErrors = ['updates_elsewhere', 'update_refused', 'update_none', 'update_metered'] as const;

/** Why a release was rejected: the detail of `update_refused`. */
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

/** Updates of Comet. The daemon checks for one only on request. */
export const updateCommands = {
  /** A result is reused for an hour. Refused with `updates_elsewhere` if the package has no source of releases. */
  'update.check': {
    params: z.object({}),
    result: z.object({
      /** The installed version. */
      version: z.string(),
      /** Null if no newer version is known. `fetched`: its package is downloaded and verified. */
      newer: z.nullable(
        z.object({ version: z.string(), notes: z.string(), bytes: z.int(), fetched: z.boolean() }),
      ),
    }),
  },
  /** Refused with `update_metered` on a metered network. Otherwise checks again, then downloads and verifies the newer package. `/usr/lib/comet/install-update` installs it. */
  'update.fetch': {
    params: z.object({}),
    result: z.object({ version: z.string(), path: z.string() }),
  },
} as const;
