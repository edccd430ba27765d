import type { daemonApi, ReplyOf } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { DaemonSettings, ParamsOf, ResultOf, Snapshot, DashboardPage } from '@comet/tunnel-protocol';
import { refusalOf } from '../../account/interpret-poll-failure.ts';
import type { SignIn } from '../../account/sign-in.ts';
import type { Api, ApiFailure } from '../../platform/control-plane/api.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

interface DashboardDestination {
  readonly path: string;
  /** The users of the page. A page of `visitors` signs in, or registers. */
  readonly of: 'users' | 'visitors';
  /** Whether the page leads on to the approval of the pending code. */
  readonly redirectsToApproval: boolean;
  /** Whether a one-time token in the address signs in. */
  readonly acceptsToken: boolean;
}

const users = (path: string, acceptsToken = false): DashboardDestination => ({
  path,
  of: 'users',
  redirectsToApproval: false,
  acceptsToken,
});
const visitors = (path: string, redirectsToApproval = true): DashboardDestination => ({
  path,
  of: 'visitors',
  redirectsToApproval,
  acceptsToken: false,
});

const destinations: Readonly<Record<DashboardPage, DashboardDestination>> = {
  home: users('/dash/home/', true),
  plans: users('/payment/subscription/', true),
  'residential-data': users('/dash/residential-vpn/', true),
  'residential-proxy': users('/dash/residential-proxy/'),
  dedicated: users('/dash/dedicated/'),
  devices: users('/dash/devices/'),
  'refer-friend': users('/dash/refer-friend/'),
  settings: users('/dash/settings/'),
  help: users('/help/'),
  register: visitors('/register/'),
  'reset-password': visitors('/reset-password/', false),
  'social-google': visitors('/login/social/?opener=app&provider=google'),
  'social-apple': visitors('/login/social/?opener=app&provider=apple'),
  'social-facebook': visitors('/login/social/?opener=app&provider=facebook'),
};

/** Returns the dashboard's path for a page, and whether it is for signed-in users. */
export function destinationOf(page: DashboardPage): DashboardDestination {
  return destinations[page];
}

interface AddressParts {
  readonly origin: string;
  /** Returns the URL with a token if the page accepts one; null if it does not. */
  readonly oneTimeToken: string | null;
  /** The code of the pending sign-in: a page for visitors leads on to its approval. */
  readonly code: string | null;
}

/** The URL that the browser opens. */
export function dashboardAddress(
  { path, redirectsToApproval }: DashboardDestination,
  { origin, oneTimeToken, code }: AddressParts,
): string {
  const url = new URL(path, origin);
  if (oneTimeToken !== null) url.searchParams.set('cometToken', oneTimeToken);
  if (redirectsToApproval && code !== null)
    url.searchParams.set('redirect', `/dash/quick-login/?code=${encodeURIComponent(code)}`);
  return url.href;
}

type Subscription = ReplyOf<typeof daemonApi.showSubscription>['subscription'];
type Status = Pick<ResultOf<'account'>, 'status' | 'plan' | 'activeUntil' | 'renews' | 'source'>;

/**
 * Derives the status of an account from its subscription. It stays active while a due payment is retried for a week. An expired
 * period counts as inactive, whatever state the API returned.
 */
export function statusOf(subscription: Subscription, now: Date): Status {
  if (subscription === null)
    return { status: 'inactive', plan: null, activeUntil: null, renews: false, source: null };
  const { state, activeUntil, months, nextPayment, source } = subscription;
  const isOver = state === 'refunded' || state === 'expired' || new Date(activeUntil) <= now;
  if (isOver) return { status: 'inactive', plan: null, activeUntil: null, renews: false, source };
  const status = state === 'cancelled' ? 'cancelled' : 'active';
  return { status, plan: { months }, activeUntil, renews: nextPayment !== null, source };
}

type CommandReply<T> = Promise<Result<T, RequestFailure>>;

export interface AccountCommandParts {
  readonly file: StateFile;
  readonly api: Api;
  readonly clock: Clock;
  readonly signIn: Pick<SignIn, 'code'>;
  /** Resolves with whether the account is also deleted on disk. */
  readonly signOut: () => Promise<boolean>;
  readonly onAccount: () => void;
  readonly dashboardOrigin: string;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): CommandReply<Snapshot>;
  now(): CommandReply<Snapshot>;
  /** Adds the state of this daemon to a refusal. */
  explained(failure: RequestFailure): Result<never, RequestFailure>;
}

/** The commands of `account-commands.ts` in the protocol. */
export function accountCommandsOf(parts: AccountCommandParts) {
  const { file, api, clock, explained } = parts;
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const failed = (failure: ApiFailure) => explained(refusalOf(failure));

  return {
    logout: async ({ traffic }: ParamsOf<'logout'>) => {
      if (file.current.account === null) return refuse('not_signed_in');
      if (traffic === 'held') {
        if (file.current.settings.splitTunnel.mode === 'include') return refuse('split_locked_down');
        const held = await parts.set({ lockdown: true });
        if (!held.ok) return held;
      }
      const isForgotten = await parts.signOut();
      parts.onAccount();
      return isForgotten ? parts.now() : refuse('not_kept');
    },
    account: async (_: object, { signal }: Caller): CommandReply<ResultOf<'account'>> => {
      const { account } = file.current;
      if (account === null) return refuse('not_signed_in');
      const [user, found] = await Promise.all([
        api.call('currentUser', { signal }),
        api.call('showSubscription', { signal }),
      ]);
      if (!user.ok) return failed(user.error);
      if (!found.ok) return failed(found.error);
      const { email, emailVerified } = user.value;
      const { subscription } = found.value;
      return ok({
        email,
        emailVerified,
        device: account.deviceName,
        subscription:
          subscription === null ? null : { state: subscription.state, activeUntil: subscription.activeUntil },
        ...statusOf(subscription, clock.now()),
      });
    },
    'account.devices': async (_: object, { signal }: Caller): CommandReply<ResultOf<'account.devices'>> => {
      const { account } = file.current;
      if (account === null) return refuse('not_signed_in');
      const listed = await api.call('listDevices', { signal });
      if (!listed.ok) return failed(listed.error);
      const { devices, limit, taken } = listed.value;
      return ok({
        devices: devices.map((device) => ({ ...device, current: device.id === account.deviceId })),
        limit,
        taken,
      });
    },
    'account.device.remove': async ({
      id,
    }: ParamsOf<'account.device.remove'>): CommandReply<ResultOf<'account.device.remove'>> => {
      const { account } = file.current;
      if (account === null) return refuse('not_signed_in');
      if (id === account.deviceId) return refuse('device_in_use');
      const removed = await api.call('removeDevice', { params: { id } });
      if (removed.ok) return ok({});
      const { error } = removed;
      return error.kind === 'refused' && error.status === 404 ? refuse('device_unknown') : failed(error);
    },
    'account.referral': async (_: object, { signal }: Caller): CommandReply<ResultOf<'account.referral'>> => {
      if (file.current.account === null) return refuse('not_signed_in');
      const shown = await api.call('showReferral', { signal });
      if (!shown.ok) return failed(shown.error);
      const { code, link, friends, extraDaysAdded, pendingDays, activeUntil } = shown.value.referral;
      return ok({ code, link, friends, extraDaysAdded, pendingDays, activeUntil });
    },
    'account.plans': async (_: object, { signal }: Caller): CommandReply<ResultOf<'account.plans'>> => {
      const listed = await api.call('listPlans', { signal });
      if (!listed.ok) return failed(listed.error);
      const plans = listed.value.plans.map((plan) => {
        const { id, months, price, monthlyPrice, discountPercent, freeMonths } = plan;
        // Only free days that the account is eligible for.
        const trialDays = plan.trialAvailable ? plan.trialDays : 0;
        const prices = { value: price, monthly: monthlyPrice };
        return { id, months, ...prices, discountPercent, trialDays, monthsFree: freeMonths };
      });
      return ok({ plans });
    },
    'dashboard.link': async (
      { page }: ParamsOf<'dashboard.link'>,
      { signal }: Caller,
    ): CommandReply<ResultOf<'dashboard.link'>> => {
      const destination = destinationOf(page);
      const signedIn = file.current.account !== null;
      if (signedIn && destination.of === 'visitors') return refuse('already_signed_in');
      const code = parts.signIn.code();
      const origin = parts.dashboardOrigin;
      if (!signedIn || !destination.acceptsToken)
        return ok({ url: dashboardAddress(destination, { origin, oneTimeToken: null, code }) });
      const made = await api.call('createOneTimeToken', { signal });
      if (!made.ok) return failed(made.error);
      const { oneTimeToken } = made.value;
      return ok({ url: dashboardAddress(destination, { origin, oneTimeToken, code }) });
    },
  };
}
