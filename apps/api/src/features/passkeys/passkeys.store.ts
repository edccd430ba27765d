import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

type Reader = Database | DatabaseTransaction;

export const passkeyLimit = 10;

/** A passkey as its owner sees it. */
export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly isBackupEligible: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The stored fields of a passkey that are sent to a browser and that verify its response. */
export interface KnownCredential {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackupEligible: boolean;
}

const shown = ['id', 'name', 'isBackupEligible', 'createdAt', 'lastUsedAt'] as const;

/** Returns the passkeys of an account as its owner sees them, oldest first. */
export async function passkeysOf(db: Reader, userId: string): Promise<readonly ShownPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(shown)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Returns credential ids and transports of an account's passkeys, oldest first, for `allowCredentials` and `excludeCredentials`. */
export async function credentialsOf(
  db: Reader,
  userId: string,
): Promise<readonly Pick<KnownCredential, 'credentialId' | 'transports'>[]> {
  return db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

/** Null where the credential is on an account already, this one or another. */
export async function insertPasskey(
  trx: DatabaseTransaction,
  passkey: Omit<KnownCredential, 'id' | 'transports'> & {
    readonly transports: string[];
    readonly isBackedUp: boolean;
    readonly name: string;
    readonly createdAt: Date;
  },
): Promise<ShownPasskey | null> {
  const added = await trx
    .insertInto('passkeys')
    .values({ ...passkey, lastUsedAt: null })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(shown)
    .executeTakeFirst();
  return added ?? null;
}

/**
 * Returns the passkey of a credential, locked until the transaction ends. The account is locked first, the order used by every change of
 * its sign-in methods, so that a concurrent removal is either visible or waits.
 */
export async function lockPasskey(
  trx: DatabaseTransaction,
  credentialId: Buffer,
): Promise<KnownCredential | null> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (passkeys) =>
      passkeys.selectFrom('passkeys').select('userId').where('credentialId', '=', credentialId),
    )
    .forShare()
    .execute();
  const held = await trx
    .selectFrom('passkeys')
    .select(['id', 'userId', 'credentialId', 'publicKey', 'counter', 'transports', 'isBackupEligible'])
    .where('credentialId', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
  return held ?? null;
}

/** Stores the authenticator's new signature counter and backup state, and the time of use. */
export async function recordUse(
  trx: DatabaseTransaction,
  use: { readonly id: string; readonly counter: number; readonly isBackedUp: boolean; readonly at: Date },
): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ counter: use.counter, isBackedUp: use.isBackedUp, lastUsedAt: use.at })
    .where('id', '=', use.id)
    .execute();
}

/** Renames a passkey and returns it; null if the user has no such passkey. */
export async function renamePasskey(
  db: Database,
  passkey: { readonly userId: string; readonly id: string; readonly name: string },
): Promise<ShownPasskey | null> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name: passkey.name })
    .where('id', '=', passkey.id)
    .where('userId', '=', passkey.userId)
    .returning(shown)
    .executeTakeFirst();
  return renamed ?? null;
}

export async function deletePasskey(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('id', '=', id).execute();
}
