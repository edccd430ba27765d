import { hashOfToken } from '../../platform/keys/secret-token.ts';
import { recordOperatorAction } from '../operator-commands/index.ts';
import { openSecret, otpauthUri, stepOf } from '../two-factor/index.ts';
import { refuseCommonPassword } from '../users/index.ts';
import { findEnrollingOperator } from './operators.store.ts';
import type { OperatorsDeps } from './sign-in.ts';

/** The data that an invited operator enters into an authenticator app. */
export interface Enrolment {
  readonly name: string;
  readonly secret: string;
  readonly uri: string;
}

export const minPasswordLength = 12;
export const maxPasswordLength = 256;

/**
 * Why an enrolment was refused: the password is too short, too long or too common, the code is not the current one, or the link was used
 * meanwhile or has expired.
 */
export type EnrolmentRefusal = 'short' | 'long' | 'common' | 'code' | 'over';

/** Returns the enrolment of a link; null for a link that was used, has expired or is unknown. */
export async function showEnrolment(deps: OperatorsDeps, token: string): Promise<Enrolment | null> {
  return deps.db.transaction().execute(async (trx) => {
    const operator = await findEnrollingOperator(trx, hashOfToken(token), deps.clock.now());
    if (operator === null) return null;
    const secret = openSecret(deps.sealer, operator.id, operator.totpSecret);
    return { name: operator.name, secret, uri: otpauthUri(secret, `${operator.name} (operator)`) };
  });
}

/** Sets an operator's password, once per link and with a code of the enrolled app; null on success. */
export async function enrolOperator(
  deps: OperatorsDeps,
  given: { readonly token: string; readonly password: string; readonly code: string },
): Promise<EnrolmentRefusal | null> {
  const { password } = given;
  if (password.length < minPasswordLength) return 'short';
  if (password.length > maxPasswordLength) return 'long';
  if (refuseCommonPassword(password, '') !== null) return 'common';
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const operator = await findEnrollingOperator(trx, hashOfToken(given.token), now);
    if (operator === null) return 'over';
    const secret = openSecret(deps.sealer, operator.id, operator.totpSecret);
    const step = stepOf(given.code.replaceAll(/\s/g, ''), secret, now);
    if (step === null || step <= operator.lastStep) return 'code';
    await trx
      .updateTable('operators')
      .set({ passwordHash, lastStep: step, enrolmentHash: null, enrolmentUntil: null })
      .where('id', '=', operator.id)
      .execute();
    await trx.deleteFrom('operatorSessions').where('operatorId', '=', operator.id).execute();
    await recordOperatorAction(trx, { operator: operator.name, action: 'enrol_operator', details: {}, now });
    return null;
  });
}
