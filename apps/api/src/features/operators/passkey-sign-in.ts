import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import {
  type Assertion,
  readClientData,
  relyingPartyOf,
  requestOptions,
  userHandleOf,
  verifyAssertion,
} from '../passkeys/index.ts';
import { beginCeremony, consumeCeremony } from './ceremonies.ts';
import { lockPasskey, recordPasskeyUse } from './passkeys.store.ts';
import type { OperatorPasskeysDeps } from './passkeys.ts';
import { type SignInOutcome, recordFailedSignIn, startSession } from './sign-in.ts';

const signIn = { purpose: 'operator_passkey_sign_in', operatorId: null } as const;

/** Failed attempts with a passkey per source address. A guess cannot succeed: this limits their cost. */
const failuresAt = (address: string) => ({
  ...{ name: `passkeys of operators from ${address}`, calls: 20, seconds: 900 },
});

/** The options for a sign-in with any passkey of the console, and the sealed context that its form returns. */
export function beginOperatorPasskeySignIn(deps: Pick<OperatorPasskeysDeps, 'clock' | 'sealer' | 'url'>) {
  const { challenge, ceremony } = beginCeremony(deps, signIn);
  // No list: it would reveal which operators exist, and the authenticator stores its own passkeys.
  return { options: requestOptions(relyingPartyOf(deps.url), challenge, []), ceremony };
}

/** A failed attempt: its reason for the audit log, and the operator of the passkey, if it is known. */
interface Failure {
  readonly reason: 'ended ceremony' | 'unknown passkey' | 'wrong passkey' | 'too many attempts';
  readonly operator: { readonly name: string } | null;
}

/** Signs an operator in with a passkey, which verifies its user; the audit log records why it failed, otherwise. */
export async function signInOperatorByPasskey(
  deps: OperatorPasskeysDeps,
  given: {
    readonly ceremony: string;
    readonly assertion: Assertion;
    readonly address: string;
    readonly deviceToken: string | null;
  },
): Promise<Result<SignInOutcome, Failure['reason']>> {
  const attempt = await deps.attempts.begin([failuresAt(given.address)]);
  const entered = attempt.ok
    ? await deps.db.transaction().execute((trx) => completePasskeySignIn(deps, trx, given))
    : err({ reason: 'too many attempts', operator: null } as const);
  if (entered.ok) {
    if (attempt.ok) await attempt.value.succeeded();
    return entered;
  }
  await recordFailedSignIn(deps, { ...entered.error, address: given.address });
  return err(entered.error.reason);
}

async function completePasskeySignIn(
  deps: OperatorPasskeysDeps,
  trx: DatabaseTransaction,
  given: Parameters<typeof signInOperatorByPasskey>[1],
): Promise<Result<SignInOutcome, Failure>> {
  const { assertion } = given;
  const now = deps.clock.now();
  const challenge = await consumeCeremony(trx, deps, given.ceremony, signIn);
  if (challenge === null) return err({ reason: 'ended ceremony', operator: null });
  const known = await lockPasskey(trx, Buffer.from(assertion.credentialId, 'base64url'));
  if (known === null) return err({ reason: 'unknown passkey', operator: null });
  const operator = { id: known.operatorId, name: known.operator };
  const isOwn = assertion.userHandle === userHandleOf(operator.id);
  const isOfOurPage = readClientData(assertion.clientDataJson)?.isOfOurPage === true;
  const use =
    isOwn && isOfOurPage
      ? await verifyAssertion(relyingPartyOf(deps.url), challenge, assertion, known)
      : null;
  if (use === null) return err({ reason: 'wrong passkey', operator });
  await recordPasskeyUse(trx, { id: known.id, counter: use.counter, at: now });
  const details = { passkey: known.name };
  return ok(await startSession(trx, { operator, deviceToken: given.deviceToken, details, now }));
}
