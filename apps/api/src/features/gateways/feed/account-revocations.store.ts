import { subjectWith } from '@comet/admission';
import type { AccountRevocation, Revocation } from '@comet/contract';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';

/** Returns the revocations of accounts since `since` (unix seconds) and after the change `cursor`, in the order of their changes. */
export async function accountRevocationsIn(
  trx: DatabaseTransaction,
  since: number,
  cursor = 0,
): Promise<readonly AccountRevocation[]> {
  const rows = await trx
    .selectFrom('gatewayChanges')
    .select(['id as change', 'accountKeys', 'notBefore'])
    .where('gatewayId', 'is', null)
    .where('kind', '=', 'revoke_account')
    .where('id', '>', cursor)
    .where('notBefore', '>=', since)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ accountKeys, ...row }) =>
    accountKeys === null ? [] : [{ ...row, keys: [...accountKeys] }],
  );
}

/** Returns revocations of accounts as those of their subjects at a gateway, for one that does not support revocations of accounts. */
export function revocationsAt(
  gatewayId: string,
  accounts: readonly AccountRevocation[],
): readonly Revocation[] {
  return accounts.flatMap(({ keys, notBefore }) =>
    keys.map((key) => ({ sub: subjectWith(key, gatewayId), slot: null, notBefore })),
  );
}
