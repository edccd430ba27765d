import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { noteAction } from '../operator/index.ts';
import { openSecret, stepOf } from '../two-factor/index.ts';
import type { Passwords } from '../users/index.ts';
import { operatorNamed, takeStep } from './operators.store.ts';

export interface OperatorsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  readonly limiter: RateLimiter;
}

/** An operator at work. */
export interface SignedInOperator {
  readonly name: string;
  readonly sessionId: string;
}

/** Guesses at one name, and from one place, within a quarter of an hour. */
const guesses = { calls: 10, seconds: 900 };
const idleMs = 30 * 60_000;
const longestMs = 12 * 3600_000;

/**
 * Signs an operator in by name, password and the code of an authenticator app, which works once; the session's token, or null. It never
 * tells which of the three was wrong, and takes as long for a name that nobody has.
 */
export async function signInOperator(
  { db, clock, sealer, passwords, limiter }: OperatorsDeps,
  given: {
    readonly name: string;
    readonly password: string;
    readonly code: string;
    readonly address: string;
  },
): Promise<string | null> {
  const name = given.name.trim().toLowerCase();
  for (const bucket of [`desk name ${name}`, `desk source ${given.address}`])
    if ((await limiter.take(bucket, guesses)) !== null) return null;
  const operator = await operatorNamed(db, name);
  const isRight = await passwords.verify(operator?.passwordHash ?? null, given.password);
  if (operator === null || !isRight) return null;
  const now = clock.now();
  const step = stepOf(
    given.code.replaceAll(/\s/g, ''),
    openSecret(sealer, operator.id, operator.totpSecret),
    now,
  );
  if (step === null) return null;
  const { token, hash } = newSecretToken();
  return db.transaction().execute(async (trx) => {
    if (!(await takeStep(trx, operator.id, step))) return null;
    await trx
      .insertInto('operatorSessions')
      .values({ operatorId: operator.id, tokenHash: hash, createdAt: now, usedAt: now })
      .execute();
    await noteAction(trx, { operator: name, action: 'operator_sign_in', details: {}, now });
    return token;
  });
}

/** Whose session a token is; null for one that was idle for half an hour, is twelve hours old, or whose operator was removed. */
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
    .where('session.createdAt', '>', new Date(now.getTime() - longestMs))
    .where('operators.removedAt', 'is', null)
    .returning(['operators.name', 'session.id as sessionId'])
    .executeTakeFirst();
  return used ?? null;
}

export async function signOutOperator({ db }: OperatorsDeps, { sessionId }: SignedInOperator): Promise<void> {
  await db.deleteFrom('operatorSessions').where('id', '=', sessionId).execute();
}

/** Sessions that are over hold nothing that anybody needs. */
export async function forgetOperatorSessions(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('operatorSessions')
    .where('createdAt', '<', new Date(now.getTime() - longestMs))
    .execute();
}
