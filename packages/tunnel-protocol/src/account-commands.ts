import * as z from 'zod/mini';
import { snapshot } from './snapshot.ts';

/** What the commands of this file can be refused with, beside what signing in can. */
export const accountErrors = ['device_unknown', 'device_in_use'] as const;

/** What the dashboard can be opened at. The last five need no sign-in. */
export const dashboardPages = [
  'home',
  'plans',
  'residential-data',
  'residential-proxy',
  'dedicated',
  'devices',
  'refer-friend',
  'settings',
  'register',
  'reset-password',
  'social-google',
  'social-apple',
  'social-facebook',
] as const;

export type DashboardPage = (typeof dashboardPages)[number];

const nothing = z.object({});
/** `amount` in the smallest unit of the currency (ISO 4217). */
const money = z.lazy(() => z.object({ amount: z.int(), currency: z.string() }));

const account = z.lazy(() =>
  z.object({
    email: z.string(),
    emailVerified: z.boolean(),
    /** What this machine is called. */
    device: z.string(),
    /** As the service has it; null where there never was one. */
    subscription: z.nullable(z.object({ state: z.string(), activeUntil: z.string() })),
    /** `cancelled` connects until `activeUntil`, `inactive` does not. */
    status: z.enum(['active', 'inactive', 'cancelled']),
    /** The plan that `status` comes from; null while inactive. */
    plan: z.nullable(z.object({ months: z.int() })),
    /** ISO 8601, until when there is access; null while inactive. */
    activeUntil: z.nullable(z.string()),
    /** Whether it goes on by itself then. */
    renews: z.boolean(),
    /** Where the subscription is changed: here, or in the store that sold it; null without one. */
    source: z.nullable(z.enum(['web', 'app_store', 'play_store'])),
  }),
);

const device = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    platform: z.string(),
    /** Whether it is this machine. */
    current: z.boolean(),
    createdAt: z.string(),
    /** False once its session has ended. */
    signedIn: z.boolean(),
  }),
);

const plan = z.lazy(() =>
  z.object({
    id: z.string(),
    months: z.int(),
    /** For one whole period, and for one month of it. */
    value: money,
    monthly: money,
    discountPercent: z.int(),
    trialDays: z.int(),
    /** They come on top of `months`. */
    monthsFree: z.int(),
  }),
);

/** What concerns the account rather than the tunnel. */
export const accountCommands = {
  /** `traffic` says what becomes of it: `held` switches lockdown on first, `open` leaves lockdown as it is. */
  logout: {
    params: z.object({ traffic: z.optional(z.enum(['open', 'held'])) }),
    result: snapshot,
  },
  account: { params: nothing, result: account },
  /** Oldest first. `taken` counts downloaded files, too, towards the same `limit`. */
  'account.devices': {
    params: nothing,
    result: z.object({ devices: z.array(device), limit: z.int(), taken: z.int() }),
  },
  /** Its tunnel stops at once. Refused with `device_in_use` for this machine, which goes by `logout`. */
  'account.device.remove': { params: z.object({ id: z.uuid() }), result: nothing },
  'account.referral': {
    params: nothing,
    result: z.object({
      code: z.string(),
      link: z.string(),
      /** Accounts that name this one as who recommended Comet. */
      friends: z.int(),
      /** Days that friends have brought and that count already, and those that wait for a subscription. */
      extraDaysAdded: z.int(),
      pendingDays: z.int(),
      activeUntil: z.nullable(z.string()),
    }),
  },
  /** Those on sale, shortest first; for everyone. */
  'account.plans': { params: nothing, result: z.object({ plans: z.array(plan) }) },
  /**
   * An address of the dashboard to open in a browser at once: where the page takes it, a token in it signs in, once and within a minute.
   * Pages for visitors lead on to the approval of the code that `login.start` asked for last.
   */
  'dashboard.link': {
    params: z.object({ page: z.enum(dashboardPages) }),
    result: z.object({ url: z.string() }),
  },
} as const;
