import { ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { deleteTrustedDevices, revokeLimitedTokens, revokePendingSignIns } from '../users/index.ts';
import type { TwoFactorDeps } from './deps.ts';
import { newCodesEmail, turnedOffEmail } from './emails.ts';
import { type Factor, type FactorRefusal, verifyFactor } from './verify-factor.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import { lockAccount, removeSetUp, replaceRecoveryCodes, setEnabledAt } from './two-factor.store.ts';

interface Change {
  readonly user: { readonly id: string; readonly email: string };
  /** Proof that the owner makes the request, and not a person at an unattended session. */
  readonly factor: Factor;
  readonly client: CallingClient;
}

/** Disables two-factor. This also removes trusted devices, sign-ins that wait for a code, and unused approvals. */
export function disable(deps: TwoFactorDeps, change: Change): Promise<Result<undefined, FactorRefusal>> {
  return withProof(deps, change, async (trx, at) => {
    const { id, email } = change.user;
    const occasion = { client: change.client, at };
    await removeSetUp(trx, id);
    await setEnabledAt(trx, id, null);
    await deleteTrustedDevices(trx, id);
    await revokeLimitedTokens(trx, id);
    await revokePendingSignIns(trx, id);
    await deps.outbox.post(trx, email, turnedOffEmail(deps.dashboardUrl, occasion));
    return undefined;
  });
}

/** Creates ten recovery codes; the previous ones become invalid. */
export function regenerate(
  deps: TwoFactorDeps,
  change: Change,
): Promise<Result<{ readonly recoveryCodes: string[] }, FactorRefusal>> {
  return withProof(deps, change, async (trx, at) => {
    const { id, email } = change.user;
    const occasion = { client: change.client, at };
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(
      trx,
      id,
      codes.map((code) => hashOfRecoveryCode(deps.pepper, id, code)),
    );
    await deps.outbox.post(trx, email, newCodesEmail(deps.dashboardUrl, occasion));
    return { recoveryCodes: [...codes] };
  });
}

/** Runs the change in the transaction that consumes the factor. The account is locked first, so that sign-ins wait. */
function withProof<Done>(
  deps: TwoFactorDeps,
  { user, factor, client }: Change,
  work: (trx: DatabaseTransaction, at: Date) => Promise<Done>,
): Promise<Result<Done, FactorRefusal>> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, user.id, 'change');
    const proved = await verifyFactor(deps, trx, { userId: user.id, factor, client, now });
    return proved.ok ? ok(await work(trx, now)) : proved;
  });
}
