import { err, type Result } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import {
  type Attempts,
  queueRetrySeconds,
  type AttemptCounter,
} from '../../../platform/http/authentication/attempts.ts';
import type { Refusal } from '../../../platform/http/requests/route.ts';
import {
  failuresAtAccount,
  failuresEverywhere,
  failuresInMonth,
  knownDeviceClass,
  unknownDeviceClass,
  type FailureCounts,
} from './password-attempt-limits.ts';
import { isKnownDevice } from '../devices/known-devices.store.ts';

/** Identifies the account under attack control, possibly an operator's. */
interface Attempting {
  /** Names the account in counts: a customer's email address, or `operator NAME`. */
  readonly email: string;
  readonly deviceId: string | null;
  readonly address: string;
  /** Whether the device has signed in to the account before. */
  readonly isKnown: boolean;
}

export interface PasswordAttemptDeps {
  readonly db: Database;
  readonly attempts: Attempts;
}

/** The caller of an attempt at a secret of an account. */
interface AttemptCaller {
  readonly email: string;
  readonly deviceId: string | null;
  readonly address: string;
}

/**
 * Runs an attempt at a secret of the account with this email address. Only failures are counted, for every address alike, whether or not it
 * has an account. Attackers with changing addresses are slowed down; the owner can still sign in on a known device, or with the right
 * secret from a source without failures: decision 17.
 */
export async function attemptPassword<T, E>(
  deps: PasswordAttemptDeps,
  by: AttemptCaller,
  tried: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Refusal<'too_many_requests'>>> {
  const { db, attempts } = deps;
  const isKnown =
    by.deviceId !== null && (await isKnownDevice(db, { email: by.email, deviceId: by.deviceId }));
  return limitAttempts(attempts, { ...by, isKnown }, tried);
}

/** The same for callers that have already determined whether the device is known. */
export async function limitAttempts<T, E>(
  attempts: Attempts,
  by: Attempting,
  tried: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Refusal<'too_many_requests'>>> {
  const known = by.isKnown;
  // When the queue is crowded, known devices are still admitted.
  if (!known && attempts.isCrowded('guess'))
    return err({ code: 'too_many_requests', retryAfter: queueRetrySeconds });
  const atAccount = failuresAtAccount(by.email);
  const rateLimitClass =
    known && by.deviceId !== null
      ? knownDeviceClass(by.email, by.deviceId)
      : [
          ...unknownDeviceClass(by, await pressureOf(attempts, [atAccount, failuresEverywhere])),
          atAccount,
          failuresInMonth(by.email),
        ];
  const attempt = await attempts.begin(rateLimitClass);
  if (!attempt.ok) return err({ code: 'too_many_requests', retryAfter: attempt.error });
  const outcome = await attempts.spend(tried);
  if (outcome.ok) await attempt.value.succeeded();
  else if (!known) await attempts.note([failuresEverywhere]);
  return outcome;
}

async function pressureOf(attempts: Attempts, signs: readonly AttemptCounter[]): Promise<FailureCounts> {
  const [atAccount = 0, everywhere = 0] = await attempts.counted(signs);
  return { atAccount, everywhere };
}
