import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** A passkey as its operator sees it, and what excludes its authenticator from adding another. */
type OperatorPasskey = Pick<
  Selectable<Schema['operatorPasskeys']>,
  'id' | 'name' | 'createdAt' | 'lastUsedAt' | 'credentialId' | 'transports'
>;

export async function operatorPasskeysOf(
  db: Database | DatabaseTransaction,
  operatorId: string,
): Promise<readonly OperatorPasskey[]> {
  return db
    .selectFrom('operatorPasskeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt', 'credentialId', 'transports'])
    .where('operatorId', '=', operatorId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

interface LockedPasskey {
  readonly id: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isBackupEligible: boolean;
  readonly operatorId: string;
  /** The operator's name. */
  readonly operator: string;
}

/** Returns a credential and its operator, locked until the transaction ends; null for an unknown one, and after the operator's removal. */
export async function lockPasskey(
  trx: DatabaseTransaction,
  credentialId: Buffer,
): Promise<LockedPasskey | null> {
  const found = await trx
    .selectFrom('operatorPasskeys as passkey')
    .innerJoin('operators', 'operators.id', 'passkey.operatorId')
    .select(['passkey.id', 'passkey.name', 'publicKey', 'counter', 'isBackupEligible', 'operatorId'])
    .select('operators.name as operator')
    .where('credentialId', '=', credentialId)
    .where('operators.removedAt', 'is', null)
    .where('operators.passwordHash', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export async function recordPasskeyUse(
  trx: DatabaseTransaction,
  { id, counter, at }: { readonly id: string; readonly counter: number; readonly at: Date },
): Promise<void> {
  await trx.updateTable('operatorPasskeys').set({ counter, lastUsedAt: at }).where('id', '=', id).execute();
}

/** Removes the passkeys of an operator whose access was removed or renewed. */
export async function deletePasskeysOf(trx: DatabaseTransaction, operatorId: string): Promise<void> {
  await trx.deleteFrom('operatorPasskeys').where('operatorId', '=', operatorId).execute();
}
