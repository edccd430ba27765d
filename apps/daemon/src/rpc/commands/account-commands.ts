import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { DaemonSettings, ParamsOf, ResultOf, Snapshot } from '@comet/tunnel-protocol';
import { statusOf } from '../../account/account-status.ts';
import { dashboardAddress, destinationOf } from '../../account/dashboard-address.ts';
import { refusalOf } from '../../account/after-poll.ts';
import { type SignIn } from '../../account/sign-in.ts';
import type { Api, ApiFailure } from '../../platform/control-plane/api.ts';
import type { MemoryFile } from '../../platform/files/state-file.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

type Answer<T> = Promise<Result<T, RequestFailure>>;

export interface AccountCommandParts {
  readonly file: MemoryFile;
  readonly api: Api;
  readonly clock: Clock;
  readonly signIn: Pick<SignIn, 'code'>;
  /** Resolves with whether it is forgotten on disk, too. */
  readonly signOut: () => Promise<boolean>;
  readonly onAccount: () => void;
  readonly dashboardOrigin: string;
  /** Changes settings, and answers when they hold. */
  set(part: Partial<DaemonSettings>): Answer<Snapshot>;
  now(): Answer<Snapshot>;
  /** The refusal, with what only this daemon knows about it. */
  told(failure: RequestFailure): Result<never, RequestFailure>;
}

/** What the commands of `account-commands.ts` in the protocol do. */
export function accountCommandsOf(parts: AccountCommandParts) {
  const { file, api, clock, told } = parts;
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const failed = (failure: ApiFailure) => told(refusalOf(failure));

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
    account: async (_: object, { gone: signal }: Caller): Answer<ResultOf<'account'>> => {
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
    'account.devices': async (_: object, { gone: signal }: Caller): Answer<ResultOf<'account.devices'>> => {
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
    }: ParamsOf<'account.device.remove'>): Answer<ResultOf<'account.device.remove'>> => {
      const { account } = file.current;
      if (account === null) return refuse('not_signed_in');
      if (id === account.deviceId) return refuse('device_in_use');
      const removed = await api.call('removeDevice', { params: { id } });
      if (removed.ok) return ok({});
      const { error } = removed;
      return error.kind === 'refused' && error.status === 404 ? refuse('device_unknown') : failed(error);
    },
    'account.referral': async (_: object, { gone: signal }: Caller): Answer<ResultOf<'account.referral'>> => {
      if (file.current.account === null) return refuse('not_signed_in');
      const shown = await api.call('showReferral', { signal });
      if (!shown.ok) return failed(shown.error);
      const { code, link, friends, extraDaysAdded, pendingDays, activeUntil } = shown.value.referral;
      return ok({ code, link, friends, extraDaysAdded, pendingDays, activeUntil });
    },
    'account.plans': async (_: object, { gone: signal }: Caller): Answer<ResultOf<'account.plans'>> => {
      const listed = await api.call('listPlans', { signal });
      if (!listed.ok) return failed(listed.error);
      const plans = listed.value.plans.map((plan) => {
        const { id, months, price, monthlyPrice, discountPercent, freeMonths } = plan;
        // Only free days that the account can have.
        const trialDays = plan.trialAvailable ? plan.trialDays : 0;
        const prices = { value: price, monthly: monthlyPrice };
        return { id, months, ...prices, discountPercent, trialDays, monthsFree: freeMonths };
      });
      return ok({ plans });
    },
    'dashboard.link': async (
      { page }: ParamsOf<'dashboard.link'>,
      { gone: signal }: Caller,
    ): Answer<ResultOf<'dashboard.link'>> => {
      const destination = destinationOf(page);
      const signedIn = file.current.account !== null;
      if (signedIn && destination.of === 'visitors') return refuse('already_signed_in');
      const code = parts.signIn.code();
      const origin = parts.dashboardOrigin;
      if (!signedIn || !destination.takesToken)
        return ok({ url: dashboardAddress(destination, { origin, oneTimeToken: null, code }) });
      const made = await api.call('createOneTimeToken', { signal });
      if (!made.ok) return failed(made.error);
      const { oneTimeToken } = made.value;
      return ok({ url: dashboardAddress(destination, { origin, oneTimeToken, code }) });
    },
  };
}
