import * as z from 'zod/mini';
import { cityCode, countryCode, id, instant } from '../fields.ts';
import { wire } from '../wire.ts';

const bytes = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/** Limits that an owner sets; null for no limit. A day is a UTC day. */
export const exitCaps = wire({ bytesPerSecond: z.nullable(bytes), dayBytes: z.nullable(bytes) });

/** An exit as its owner sees it. */
export const exit = wire({
  id,
  country: countryCode,
  city: cityCode,
  network: z.nullable(z.string()),
  use: z.enum(['native', 'shared', 'dedicated']),
  paused: z.boolean(),
  /** Stopped by the operator: it gets no tickets until that is revoked. */
  stopped: z.boolean(),
  caps: exitCaps,
  /** Bytes carried today (UTC), as its gateway last reported. */
  carriedBytes: z.int(),
  consent: wire({ version: z.int(), name: z.string(), at: instant }),
});
