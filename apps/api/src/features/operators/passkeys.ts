import { err, ok, type Result } from '@comet/foundation';
import { recordOperatorAction } from '../operator-commands/index.ts';
import {
  creationOptions,
  type NewCredential,
  passkeyLimit,
  passkeyName,
  readClientData,
  relyingPartyOf,
  verifyNewCredential,
} from '../passkeys/index.ts';
import { openSecret, stepOf } from '../two-factor/index.ts';
import { limitAttempts } from '../users/index.ts';
import { beginCeremony, consumeCeremony } from './ceremonies.ts';
import { consumeTimeStep, findOperatorByName } from './operators.store.ts';
import { operatorPasskeysOf } from './passkeys.store.ts';
import type { OperatorsDeps, SignedInOperator } from './sign-in.ts';

export interface OperatorPasskeysDeps extends OperatorsDeps {
  /** The console's own URL, whose host passkeys are bound to. */
  readonly url: string;
}

/** Why a passkey was not added. */
export type PasskeyRefusal = 'code' | 'failed' | 'limit';

/** The options for a new passkey, and the sealed context that its form returns. */
export async function beginOperatorPasskey(deps: OperatorPasskeysDeps, { id, name }: SignedInOperator) {
  const { challenge, ceremony } = beginCeremony(deps, {
    purpose: 'operator_passkey_register',
    operatorId: id,
  });
  const existing = await operatorPasskeysOf(deps.db, id);
  const options = creationOptions(relyingPartyOf(deps.url), {
    ...{ challenge, user: { id, email: name }, existing },
  });
  return { options, ceremony };
}

/**
 * Adds a passkey to the signed-in operator, with a code of the authenticator app: a stolen session must not create lasting access. Returns
 * its name.
 */
export async function addOperatorPasskey(
  deps: OperatorPasskeysDeps,
  given: {
    readonly operator: SignedInOperator;
    readonly address: string;
    readonly code: string;
    readonly ceremony: string;
    readonly credential: NewCredential;
  },
): Promise<Result<string, PasskeyRefusal>> {
  const { operator, address } = given;
  const by = { email: `operator ${operator.name}`, deviceId: null, address, isKnown: false };
  const added = await limitAttempts(deps.attempts, by, () => add(deps, given));
  if (added.ok) return ok(added.value);
  return err(typeof added.error === 'string' ? added.error : 'code');
}

async function add(
  deps: OperatorPasskeysDeps,
  given: Parameters<typeof addOperatorPasskey>[1],
): Promise<Result<string, PasskeyRefusal>> {
  const { operator, credential } = given;
  const now = deps.clock.now();
  const stored = await findOperatorByName(deps.db, operator.name);
  if (stored === null) return err('failed');
  const secret = openSecret(deps.sealer, stored.id, stored.totpSecret);
  const step = stepOf(given.code.replaceAll(/\s/g, ''), secret, now);
  return deps.db.transaction().execute(async (trx) => {
    if (step === null || !(await consumeTimeStep(trx, operator.id, step))) return err('code');
    const context = { purpose: 'operator_passkey_register', operatorId: operator.id } as const;
    const challenge = await consumeCeremony(trx, deps, given.ceremony, context);
    const isOfOurPage = readClientData(credential.clientDataJson)?.isOfOurPage === true;
    if (challenge === null || !isOfOurPage) return err('failed');
    const verified = await verifyNewCredential(relyingPartyOf(deps.url), challenge, credential);
    if (verified === null) return err('failed');
    const existing = await operatorPasskeysOf(trx, operator.id);
    if (existing.length >= passkeyLimit) return err('limit');
    const { aaguid, credentialId, publicKey, counter, isBackupEligible } = verified;
    const transports = [...new Set(credential.transports)];
    const taken = existing.map(({ name }) => name);
    const name = passkeyName({ aaguid, transports }, taken);
    const inserted = await trx
      .insertInto('operatorPasskeys')
      .values({
        ...{ operatorId: operator.id, credentialId, publicKey, counter, transports, isBackupEligible },
        ...{ name, createdAt: now, lastUsedAt: null },
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) return err('failed');
    const details = { name };
    await recordOperatorAction(trx, {
      operator: operator.name,
      action: 'add_operator_passkey',
      details,
      now,
    });
    return ok(name);
  });
}

/** Removes a passkey of the signed-in operator; its name, or null if they have no such passkey. */
export async function removeOperatorPasskey(
  { db, clock }: OperatorsDeps,
  operator: SignedInOperator,
  id: string,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('operatorPasskeys')
      .where('id', '=', id)
      .where('operatorId', '=', operator.id)
      .returning('name')
      .executeTakeFirst();
    if (removed === undefined) return null;
    await recordOperatorAction(trx, {
      ...{ operator: operator.name, action: 'remove_operator_passkey', details: removed, now: clock.now() },
    });
    return removed.name;
  });
}
