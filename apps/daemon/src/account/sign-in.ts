import { type Clock, err, taskQueue, ok, type Result } from '@comet/foundation';
import type { ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import type { Api, ApiFailure } from '../platform/control-plane/api.ts';
import { currentPlatform } from '../platform/callers/platform-of.ts';
import { machineName } from '../platform/callers/machine-name.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import { interpretPollFailure, type Refusal, refusalOf, refused } from './interpret-poll-failure.ts';

/** Upper limits in seconds for a code's lifetime and for the poll interval. */
const maxSeconds = { code: 3_600, interval: 60 };

interface Pending {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly deviceName: string;
  readonly expiresAt: Date;
  readonly interval: number;
}

/** A sign-in by email that waits for its second factor. Its token permits nothing else and expires after 15 minutes. */
interface PendingSecondFactor {
  readonly accessToken: string;
  readonly deviceName: string;
}

export interface SignIn {
  /** Fails with `two_factor_required` if the account has a second factor: `secondFactor` then completes the sign-in. */
  byEmail(params: ParamsOf<'login.email'>): Promise<Result<null, Refusal>>;
  /** Sends the second factor for the latest pending sign-in by email; a wrong one can be retried. */
  secondFactor(params: ParamsOf<'login.second-factor'>): Promise<Result<null, Refusal>>;
  /** Requests a code that the user approves in the dashboard; it replaces an earlier one. */
  start(params: ParamsOf<'login.start'>): Promise<Result<ResultOf<'login.start'>, Refusal>>;
  /** The code that waits for approval, or null. */
  code(): string | null;
  /** Waits for the approval. */
  wait(signal: AbortSignal): Promise<Result<null, Refusal>>;
}

interface SignInParts {
  readonly file: StateFile;
  readonly api: Api;
  readonly clock: Clock;
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Signs this machine in: obtains an access token and registers the device with the account. */
export function signIn(parts: SignInParts): SignIn {
  const { file, api, clock, pause } = parts;
  let pending: Pending | null = null;
  let pendingFactor: PendingSecondFactor | null = null;
  const next = taskQueue();

  /** One at a time, so that only one of several simultaneous sign-ins succeeds, and the others leave no device and no token behind. */
  const registerInTurn = (accessToken: string, deviceName: string): Promise<Result<null, Refusal>> =>
    next(() => registerDevice(accessToken, deviceName));

  /** Completes a sign-in with a token: fetches the account and registers this machine. If that fails, the token is revoked. */
  async function registerDevice(accessToken: string, deviceName: string): Promise<Result<null, Refusal>> {
    if (file.current.account !== null) {
      await api.call('logOut', { accessToken });
      return err(refused('already_signed_in'));
    }
    const user = await api.call('currentUser', { accessToken });
    if (!user.ok && user.error.kind === 'refused' && user.error.code === 'two_factor_code_required') {
      pendingFactor = { accessToken, deviceName };
      return err(refused('two_factor_required'));
    }
    if (!user.ok) return revokeToken(accessToken, user.error);
    const added = await api.call('addDevice', {
      accessToken,
      body: { name: deviceName, platform: currentPlatform.system },
    });
    if (!added.ok) return revokeToken(accessToken, added.error);
    const { id: deviceId, name } = added.value.device;
    await file.change({ account: { accessToken, email: user.value.email, deviceId, deviceName: name } });
    return ok(null);
  }

  async function revokeToken(accessToken: string, failure: ApiFailure): Promise<Result<null, Refusal>> {
    await api.call('logOut', { accessToken });
    return err(refusalOf(failure));
  }

  /** A new sign-in replaces a pending one. */
  async function dropPendingFactor(): Promise<void> {
    const dropped = pendingFactor;
    pendingFactor = null;
    if (dropped !== null) await api.call('logOut', { accessToken: dropped.accessToken });
  }

  return {
    async byEmail({ email, password, deviceName = machineName() }) {
      if (file.current.account !== null) return err(refused('already_signed_in'));
      await dropPendingFactor();
      const token = await api.call('logIn', { body: { email, password } });
      return token.ok ? registerInTurn(token.value.accessToken, deviceName) : err(refusalOf(token.error));
    },
    async secondFactor({ code }) {
      const waiting = pendingFactor;
      if (waiting === null) return err(refused('login_expired'));
      const { accessToken, deviceName } = waiting;
      // Remembering the device would have no effect: this machine stays signed in, and otherwise signs in by
      // code.
      const body = { remember: false, ...factorOf(code) };
      const passed = await api.call('verifyTwoFactor', { accessToken, body });
      if (!passed.ok) {
        if (passed.error.kind !== 'refused' || passed.error.code !== 'unauthorized')
          return err(refusalOf(passed.error));
        if (pendingFactor === waiting) pendingFactor = null;
        return err(refused('login_expired'));
      }
      if (pendingFactor === waiting) pendingFactor = null;
      return registerInTurn(passed.value.accessToken, deviceName);
    },
    async start({ deviceName = machineName() }) {
      if (file.current.account !== null) return err(refused('already_signed_in'));
      await dropPendingFactor();
      const started = await api.call('startDeviceAuthorization', {
        body: { deviceName, platform: currentPlatform.system },
      });
      if (!started.ok) return err(refusalOf(started.error));
      const { deviceCode, expiresIn, interval, ...shown } = started.value;
      const lifetime = Math.min(Math.max(expiresIn, 0), maxSeconds.code);
      const expiresAt = new Date(clock.now().getTime() + lifetime * 1000);
      pending = { deviceCode, userCode: shown.userCode, deviceName, expiresAt, interval };
      return ok({ ...shown, expiresAt: expiresAt.toISOString() });
    },
    code: () => (pending !== null && clock.now() < pending.expiresAt ? pending.userCode : null),
    async wait(signal) {
      const login = pending;
      if (login === null) return err(refused('login_expired'));
      let interval = Math.min(Math.max(1, login.interval), maxSeconds.interval);
      while (pending === login && clock.now() < login.expiresAt) {
        await pause(interval * 1000, signal);
        if (signal.aborted) return err(refused('superseded'));
        const polled = await api.call('pollDeviceAuthorization', {
          body: { deviceCode: login.deviceCode },
          signal,
        });
        if (polled.ok) {
          pending = null;
          return registerInTurn(polled.value.accessToken, login.deviceName);
        }
        // Another client that waited for the same code was first.
        if (pending !== login) break;
        const next = interpretPollFailure(polled.error);
        if (next === 'slow-down') interval += 5;
        else if (next !== 'go-on') {
          pending = null;
          return err(next);
        }
      }
      return err(refused(pending === login ? 'login_expired' : 'superseded'));
    },
  };
}

/** Six digits, with any spacing, are a code of the authenticator app; other text is sent as a recovery code. */
function factorOf(typed: string): { readonly code: string } | { readonly recoveryCode: string } {
  const code = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? { code } : { recoveryCode: typed };
}
