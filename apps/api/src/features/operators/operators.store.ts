import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** An operator and their credentials. */
export interface StoredOperator {
  readonly id: string;
  readonly name: string;
  /** Null until they have enrolled. */
  readonly passwordHash: string | null;
  readonly totpSecret: string;
  readonly lastStep: number;
}

const shown = ['id', 'name', 'passwordHash', 'totpSecret', 'lastStep'] as const;

/** Returns the operator with this name; null if there is none or they were removed. */
export async function findOperatorByName(db: Database, name: string): Promise<StoredOperator | null> {
  const found = await db
    .selectFrom('operators')
    .select(shown)
    .where('name', '=', name)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the operator of a valid enrolment link. The row is locked until the transaction ends. */
export async function findEnrollingOperator(
  trx: DatabaseTransaction,
  tokenHash: Buffer,
  now: Date,
): Promise<StoredOperator | null> {
  const found = await trx
    .selectFrom('operators')
    .select(shown)
    .where('enrolmentHash', '=', tokenHash)
    .where('enrolmentUntil', '>', now)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Spends a code's time step: false if it, or a later one, was spent before. */
export async function consumeTimeStep(trx: DatabaseTransaction, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('operators')
    .set({ lastStep: step })
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
