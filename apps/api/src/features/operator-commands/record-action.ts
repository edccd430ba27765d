import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { OperatorAction } from '../../platform/database/schema.ts';

/** Records an operator's action, in the transaction of the action. */
export async function recordOperatorAction(
  trx: DatabaseTransaction,
  done: {
    readonly operator: string;
    readonly action: OperatorAction;
    /** The account that the action concerns, if any. */
    readonly userId?: string;
    readonly details: Readonly<Record<string, unknown>>;
    readonly now: Date;
  },
): Promise<void> {
  const { operator, action, userId = null, details, now } = done;
  await trx
    .insertInto('operatorActions')
    .values({ operator, action, userId, details: JSON.stringify(details), doneAt: now })
    .execute();
}
