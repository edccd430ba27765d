import * as z from 'zod/mini';
import { snapshot } from './snapshot.ts';

/** Error codes of the commands in this file, besides those of signing in. */
export const accountErrors = ['device_unknown', 'device_in_use'] as const;

/** Pages of the dashboard that can be opened, and the help center. The last five need no sign-in. */
const dashboardPages = [
  'home',
  'plans',
  'residential-data',
  'residential-proxy',
  'dedicated',
  'devices',
  'refer-friend',
  'settings',
  'help',
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
    /** Name of this device in the account. */
    device: z.string(),
    /** As the API returns it; null if there never was one. */
    subscription: z.nullable(z.object({ state: z.string(), activeUntil: z.string() })),
    /** `cancelled` connects until `activeUntil`, `inactive` does not. */
    status: z.enum(['active', 'inactive', 'cancelled']),
    /** The plan from which `status` is derived; null while inactive. */
    plan: z.nullable(z.object({ months: z.int() })),
    /** ISO 8601, until when there is access; null while inactive. */
    activeUntil: z.nullable(z.string()),
    /** Whether it renews automatically then. */
    renews: z.boolean(),
    /** Where the subscription can be changed: here, or in the store that sold it; null without one. */
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
    /** Price for one whole period, and for one month of it. */
    value: money,
    monthly: money,
    discountPercent: z.int(),
    trialDays: z.int(),
    /** In addition to `months`. */
    monthsFree: z.int(),
  }),
);

/** Commands about the account. */
export const accountCommands = {
  /** `traffic`: `held` turns lockdown on first, `open` leaves lockdown unchanged. */
  logout: {
    params: z.object({ traffic: z.optional(z.enum(['open', 'held'])) }),
    result: snapshot,
  },
  account: { params: nothing, result: account },
  /** Oldest first. `taken` includes downloaded configurations, which count towards the same `limit`. */
  'account.devices': {
    params: nothing,
    result: z.object({ devices: z.array(device), limit: z.int(), taken: z.int() }),
  },
  /** Ends the device's tunnel immediately. Refused with `device_in_use` for this device, which is removed by `logout`. */
  'account.device.remove': { params: z.object({ id: z.uuid() }), result: nothing },
  'account.referral': {
    params: nothing,
    result: z.object({
      code: z.string(),
      link: z.string(),
      /** Number of accounts that this account has referred. */
      friends: z.int(),
      /** Days earned by referrals that are added already, and those that wait for a subscription. */
      extraDaysAdded: z.int(),
      pendingDays: z.int(),
      activeUntil: z.nullable(z.string()),
    }),
  },
  /** The plans on sale, shortest first. Needs no sign-in. */
  'account.plans': { params: nothing, result: z.object({ plans: z.array(plan) }) },
  /**
   * A URL of the dashboard to open in a browser. Where the page supports it, it contains a token that signs in once, within a minute.
   * Pages without sign-in continue to the approval of the code of the last `login.start`.
   */
  'dashboard.link': {
    params: z.object({ page: z.enum(dashboardPages) }),
    result: z.object({ url: z.string() }),
  },
} as const;
