import { api as contract } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { CommandError, ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import type { Api, ApiFailure } from '../platform/api.ts';
import type { MemoryFile } from '../platform/state-file.ts';

export interface Refusal {
  readonly error: CommandError;
  readonly detail: string | null;
}

interface Pending {
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly expiresAt: Date;
  readonly interval: number;
}

export interface SignIn {
  byEmail(params: ParamsOf<'login.email'>): Promise<Result<null, Refusal>>;
  /** Asks for a code that the user approves in the dashboard; it replaces one that was asked for before. */
  start(params: ParamsOf<'login.start'>): Promise<Result<ResultOf<'login.start'>, Refusal>>;
  /** Waits for the approval. */
  wait(signal: AbortSignal): Promise<Result<null, Refusal>>;
}

export interface SignInParts {
  readonly file: MemoryFile;
  readonly api: Api;
  readonly clock: Clock;
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Ways for this machine to get an access token and its place among the account's devices. */
export function signIn(parts: SignInParts): SignIn {
  const { file, api, clock, pause } = parts;
  let pending: Pending | null = null;

  /** With a token in hand: who it is, and this machine among their devices. A token that leads nowhere is given back. */
  async function settle(accessToken: string, deviceName: string): Promise<Result<null, Refusal>> {
    const user = await api.call(contract.currentUser, { accessToken });
    if (!user.ok) return giveBack(accessToken, user.error);
    const added = await api.call(contract.addDevice, {
      accessToken,
      body: { name: deviceName, platform: 'linux' },
    });
    if (!added.ok) return giveBack(accessToken, added.error);
    const { id: deviceId, name } = added.value.device;
    await file.change({ account: { accessToken, email: user.value.email, deviceId, deviceName: name } });
    return ok(null);
  }

  async function giveBack(accessToken: string, failure: ApiFailure): Promise<Result<null, Refusal>> {
    await api.call(contract.logOut, { accessToken });
    return err(refusalOf(failure));
  }

  return {
    async byEmail({ email, password, deviceName }) {
      if (file.current.account !== null) return err(refused('already_signed_in'));
      const token = await api.call(contract.logIn, { body: { email, password } });
      return token.ok ? settle(token.value.accessToken, deviceName) : err(refusalOf(token.error));
    },
    async start({ deviceName }) {
      if (file.current.account !== null) return err(refused('already_signed_in'));
      const started = await api.call(contract.startDeviceAuthorization, {
        body: { deviceName, platform: 'linux' },
      });
      if (!started.ok) return err(refusalOf(started.error));
      const { deviceCode, expiresIn, interval, ...shown } = started.value;
      const expiresAt = new Date(clock.now().getTime() + expiresIn * 1000);
      pending = { deviceCode, deviceName, expiresAt, interval };
      return ok({ ...shown, expiresAt: expiresAt.toISOString() });
    },
    async wait(signal) {
      const asked = pending;
      if (asked === null) return err(refused('login_expired'));
      let interval = Math.max(1, asked.interval);
      while (pending === asked && clock.now() < asked.expiresAt) {
        await pause(interval * 1000, signal);
        if (signal.aborted) return err(refused('superseded'));
        const polled = await api.call(contract.pollDeviceAuthorization, {
          body: { deviceCode: asked.deviceCode },
          signal,
        });
        if (polled.ok) {
          pending = null;
          return settle(polled.value.accessToken, asked.deviceName);
        }
        const next = afterPoll(polled.error);
        if (next === 'slow-down') interval += 5;
        else if (next !== 'go-on') {
          pending = null;
          return err(next);
        }
      }
      return err(refused(pending === asked ? 'login_expired' : 'superseded'));
    },
  };
}

/** RFC 8628 §3.5: what an answer to a poll means. An API that is away for a moment ends nothing. */
function afterPoll(failure: ApiFailure): 'go-on' | 'slow-down' | Refusal {
  if (failure.kind === 'unreachable') return 'go-on';
  switch (failure.code) {
    case 'authorization_pending':
      return 'go-on';
    case 'slow_down':
    case 'too_many_requests':
      return 'slow-down';
    case 'authorization_denied':
      return refused('login_denied');
    case 'device_code_expired':
      return refused('login_expired');
    default:
      return refusalOf(failure);
  }
}

function refused(error: CommandError): Refusal {
  return { error, detail: null };
}

/** The API's refusal in the words of the daemon's protocol; those it has no word for keep the API's. */
export function refusalOf(failure: ApiFailure): Refusal {
  if (failure.kind === 'unreachable') return refused('api_unreachable');
  const known: Readonly<Record<string, CommandError>> = {
    wrong_credentials: 'wrong_credentials',
    two_factor_code_required: 'two_factor_required',
    account_deleted: 'account_deleted',
    too_many_requests: 'too_many_requests',
    unauthorized: 'authentication_failed',
  };
  const error = Object.hasOwn(known, failure.code) ? known[failure.code] : undefined;
  return error === undefined ? { error: 'api_refused', detail: failure.message } : refused(error);
}
