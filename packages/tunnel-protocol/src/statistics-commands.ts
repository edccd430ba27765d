import * as z from 'zod/mini';
import { snapshot } from './snapshot.ts';

/** Refusals of the commands in this file. */
export const statisticsErrors = ['statistics_off', 'statistics_not_kept'] as const;

/** A calendar month of this machine's time zone when the bytes were counted: `2026-11`. */
const month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));

const monthSums = z.lazy(() =>
  z.object({
    month,
    /** Number of sessions that began in the month. */
    sessions: z.int(),
    /** Bytes that passed in the month, also of sessions that began before it. */
    received: z.int(),
    sent: z.int(),
  }),
);

const statisticsSession = z.lazy(() =>
  z.object({
    /** ISO 8601. */
    startedAt: z.string(),
    /** ISO 8601; null while the session lasts. */
    endedAt: z.nullable(z.string()),
    /** The code of the location. */
    location: z.string(),
    /** `wireguard`, or `openvpn` with its variant: `openvpn/tls`. */
    transport: z.string(),
    received: z.int(),
    sent: z.int(),
  }),
);

/** Maximum number of sessions in one reply: a reply has at most 256 KiB. */
export const sessionsPerPage = 500;

/** Statistics that the daemon keeps on this machine, for 13 months. */
export const statisticsCommands = {
  /** The sums of each month, the newest first. */
  statistics: {
    params: z.object({}),
    result: z.object({ on: z.boolean(), budget: z.nullable(z.int()), months: z.array(monthSums) }),
  },
  /** The sessions that began in a month, or all; the newest first, from number `from`. `next`: where the next page begins; null at the end. */
  'statistics.sessions': {
    params: z.object({ month: z.nullable(month), from: z.int().check(z.minimum(0)) }),
    result: z.object({ sessions: z.array(statisticsSession), next: z.nullable(z.int()) }),
  },
  /** Off: nothing more is recorded; what there is stays until `statistics.forget`. */
  'statistics.set': { params: z.object({ on: z.boolean() }), result: snapshot },
  'statistics.forget': { params: z.object({}), result: z.object({}) },
  /** Bytes received and sent in a calendar month; null for none. Refused with `statistics_off` while nothing is recorded. */
  'data-budget.set': {
    params: z.object({ bytes: z.nullable(z.int().check(z.minimum(1_000_000), z.maximum(1e15))) }),
    result: snapshot,
  },
} as const;
