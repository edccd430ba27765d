import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { OperatorRole } from '../../platform/database/schema.ts';
import type { Attempts } from '../../platform/http/authentication/attempts.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { recordOperatorAction } from '../operator-commands/index.ts';
import { openSecret, stepOf } from '../two-factor/index.ts';
import { limitAttempts, type Passwords } from '../users/index.ts';
import { deleteOldDevices, isDeviceOf, storeDevice } from './devices.store.ts';
import { deleteUsedChallenges } from './ceremonies.ts';
import { findOperatorByName, type StoredOperator, consumeTimeStep } from './operators.store.ts';

/** Failed sign-ins recorded in the audit trail per hour: a guesser must not control its growth. */
const auditedFailures = { name: 'audited failures of operators', calls: 600, seconds: 3600 };

/** The name recorded if no operator has the entered one: the entry may be a password. */
const nobody = 'unknown';

/** Records a failed sign-in with its reason and source address. */
export async function recordFailedSignIn(
  { db, clock, attempts }: { readonly db: Database; readonly clock: Clock; readonly attempts: Attempts },
  failed: {
    readonly operator: { readonly name: string } | null;
    readonly reason: string;
    readonly address: string;
  },
): Promise<void> {
  const { operator, reason, address } = failed;
  const counted = await attempts.begin([auditedFailures]);
  if (!counted.ok) return;
  await db.transaction().execute((trx) =>
    recordOperatorAction(trx, {
      operator: operator?.name ?? nobody,
      action: 'operator_sign_in_failed',
      details: { reason, address },
      now: clock.now(),
    }),
  );
}

export interface OperatorsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
}

/** A signed-in operator. */
export interface SignedInOperator {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly sessionId: string;
}

const idleMs = 30 * 60_000;
const maxSessionMs = 12 * 3600_000;

interface Given {
  readonly name: string;
  readonly password: string;
  readonly code: string;
  readonly address: string;
  /** The token that an earlier sign-in stored in this browser; null without one. */
  readonly deviceToken: string | null;
}

/** The result of a sign-in: the session's token, and the token that identifies this browser at later sign-ins. */
export interface SignInOutcome {
  readonly token: string;
  readonly deviceToken: string;
}

/**
 * Signs an operator in with name, password and a single-use code of an authenticator app. It reveals only to the audit log which of the
 * three was wrong, and takes the same time for an unknown name. Failures are counted as for customers: a browser that has signed in before
 * has its own count, all others are counted by address, and the name itself is never locked. Each failure is recorded in the audit trail.
 */
export async function signInOperator(
  deps: OperatorsDeps,
  given: Given,
): Promise<Result<SignInOutcome, 'wrong_credentials' | 'too_many_requests'>> {
  const name = given.name.trim().toLowerCase();
  const operator = await findOperatorByName(deps.db, name);
  const deviceHash = given.deviceToken === null ? null : hashOfToken(given.deviceToken);
  const isKnown =
    operator !== null && deviceHash !== null && (await isDeviceOf(deps.db, { operator, deviceHash }));
  const by = {
    email: `operator ${name}`,
    deviceId: deviceHash?.toString('base64url') ?? null,
    ...{ address: given.address, isKnown },
  };
  const entered = await limitAttempts(deps.attempts, by, () => completeSignIn(deps, operator, given));
  if (entered.ok) return entered;
  const isWrong = typeof entered.error === 'string';
  const reason = isWrong ? entered.error : 'too many attempts';
  await recordFailedSignIn(deps, { operator, reason, address: given.address });
  return err(isWrong ? 'wrong_credentials' : 'too_many_requests');
}

async function completeSignIn(
  { db, clock, sealer, passwords }: OperatorsDeps,
  operator: StoredOperator | null,
  given: Given,
): Promise<Result<SignInOutcome, 'unknown name' | 'wrong password' | 'wrong code' | 'used code'>> {
  const isRight = await passwords.verify(operator?.passwordHash ?? null, given.password);
  if (operator === null) return err('unknown name');
  if (!isRight) return err('wrong password');
  const now = clock.now();
  const secret = openSecret(sealer, operator.id, operator.totpSecret);
  const step = stepOf(given.code.replaceAll(/\s/g, ''), secret, now);
  if (step === null) return err('wrong code');
  return db.transaction().execute(async (trx) => {
    if (!(await consumeTimeStep(trx, operator.id, step))) return err('used code');
    return ok(await startSession(trx, { operator, deviceToken: given.deviceToken, details: {}, now }));
  });
}

/** Starts a session of an operator who has authenticated, and stores their browser as known. */
export async function startSession(
  trx: DatabaseTransaction,
  started: {
    readonly operator: Pick<StoredOperator, 'id' | 'name'>;
    readonly deviceToken: string | null;
    readonly details: Readonly<Record<string, unknown>>;
    readonly now: Date;
  },
): Promise<SignInOutcome> {
  const { operator, deviceToken, details, now } = started;
  const session = newSecretToken();
  const device = newSecretToken();
  await trx
    .insertInto('operatorSessions')
    .values({ operatorId: operator.id, tokenHash: session.hash, createdAt: now, usedAt: now })
    .execute();
  const replaced = deviceToken === null ? null : hashOfToken(deviceToken);
  await storeDevice(trx, { operatorId: operator.id, hash: device.hash, replaced, now });
  await recordOperatorAction(trx, { operator: operator.name, action: 'operator_sign_in', details, now });
  return { token: session.token, deviceToken: device.token };
}

/**
 * Returns the operator of a session token; null if the session was idle for half an hour or is twelve hours old, or if the operator was
 * removed.
 */
export async function operatorOf(
  { db, clock }: OperatorsDeps,
  token: string,
): Promise<SignedInOperator | null> {
  const now = clock.now();
  const used = await db
    .updateTable('operatorSessions as session')
    .from('operators')
    .set({ usedAt: now })
    .whereRef('operators.id', '=', 'session.operatorId')
    .where('tokenHash', '=', hashOfToken(token))
    .where('session.usedAt', '>', new Date(now.getTime() - idleMs))
    .where('session.createdAt', '>', new Date(now.getTime() - maxSessionMs))
    .where('operators.removedAt', 'is', null)
    .returning(['operators.id', 'operators.name', 'operators.role', 'session.id as sessionId'])
    .executeTakeFirst();
  return used ?? null;
}

/** Deletes the operator's session; other sessions of the operator stay. */
export async function signOutOperator({ db }: OperatorsDeps, { sessionId }: SignedInOperator): Promise<void> {
  await db.deleteFrom('operatorSessions').where('id', '=', sessionId).execute();
}

/** Removes ended sessions. */
export async function deleteOperatorSessions(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('operatorSessions')
    .where('createdAt', '<', new Date(now.getTime() - maxSessionMs))
    .execute();
  await deleteOldDevices(db, now);
  await deleteUsedChallenges(db, now);
}
