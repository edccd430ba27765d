import { err, ok } from '@comet/foundation';
import { firstPlans } from '@comet/foundation/first-plans';
import type { ResultOf } from '@comet/tunnel-protocol';
import type { Replies } from './platform/daemon/fake-daemon.ts';

type Account = ResultOf<'account'>;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const activeUntil = inDays(112);

const active: Account = {
  email: 'ada@example.com',
  emailVerified: true,
  device: 'ThinkPad',
  subscription: { state: 'active', activeUntil },
  status: 'active',
  plan: { months: 12 },
  activeUntil,
  renews: true,
  source: 'web',
};

/** Accounts of every state, by name. */
const accounts: Readonly<Record<string, Account>> = {
  active,
  cancelled: { ...active, status: 'cancelled', renews: false },
  due: { ...active, subscription: { state: 'past_due', activeUntil } },
  inactive: {
    ...active,
    emailVerified: false,
    subscription: null,
    status: 'inactive',
    plan: null,
    activeUntil: null,
    renews: false,
    source: null,
  },
};

const device = (
  digit: number,
  name: string,
  platform: string,
  { current = false, signedIn = true } = {},
) => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  name,
  platform,
  current,
  signedIn,
  createdAt: inDays(-40 * digit),
});
const devices = [
  device(1, 'ThinkPad', 'linux', { current: true }),
  device(2, 'Old laptop', 'linux', { signedIn: false }),
  device(3, 'Mini PC in the living room, behind the television', 'linux'),
];

const dollars = (cents: number) => ({ amount: cents, currency: 'USD' });

/** The plans on sale, as the daemon lists them for an account that can have the trial. */
export const plans: ResultOf<'account.plans'>['plans'] = firstPlans.map(
  ({ id, months, priceAmount, discountPercent, trialDays, freeMonths }) => ({
    ...{ id, months, discountPercent, trialDays, monthsFree: freeMonths },
    value: dollars(priceAmount),
    monthly: dollars(Math.round(priceAmount / months)),
  }),
);

const referral = {
  code: 'K7QM-3XWP',
  link: 'https://dash.comet.example/register?ref=K7QM-3XWP',
  friends: 3,
  extraDaysAdded: 60,
  pendingDays: 30,
  activeUntil,
};

const page = 'https://comet.example/dash/quick-login/';

/** Replies of a fake daemon for the account of this name, with two-factor authentication. */
export function accountReplies(name: string): Replies {
  const account = accounts[name] ?? active;
  return {
    'login.email': () => err({ error: 'two_factor_required', detail: null }),
    'login.second-factor': (_, snapshot) =>
      ok({ ...snapshot, account: { email: account.email, device: account.device } }),
    'login.start': () =>
      ok({
        userCode: 'BCDF-GHJK',
        verificationUri: page,
        verificationUriComplete: `${page}?code=BCDF-GHJK`,
        expiresAt: inDays(1),
      }),
    logout: (_, snapshot) => ok({ ...snapshot, account: null }),
    account: () => ok(account),
    'account.devices': () => ok({ devices, limit: 10, taken: devices.length }),
    'account.device.remove': () => ok({}),
    'account.referral': () => ok(referral),
    'account.plans': () => ok({ plans }),
    'api.status': () =>
      ok({
        choice: 'automatic',
        working: 'gateway',
        proxy: { address: '192.0.2.10', port: 1080, user: 'ada' },
        shadowsocks: { address: '192.0.2.11', port: 8388 },
        bridges: 2,
      }),
    'api.test': () =>
      ok({
        results: [
          { method: 'direct', outcome: 'failed', milliseconds: null },
          { method: 'pinned', outcome: 'unavailable', milliseconds: null },
          { method: 'doh', outcome: 'failed', milliseconds: null },
          { method: 'gateway', outcome: 'reached', milliseconds: 412 },
          { method: 'bridge', outcome: 'reached', milliseconds: 890 },
          { method: 'socks5', outcome: 'reached', milliseconds: 630 },
          { method: 'shadowsocks', outcome: 'reached', milliseconds: 710 },
        ],
      }),
    'dashboard.link': () => ok({ url: 'https://comet.example/dash/home/' }),
  };
}
