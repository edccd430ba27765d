import { credentialMac } from '@comet/admission';
import { fromBase64url } from '@comet/foundation';
import type { Insertable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { announceGrants, type GrantChange, openvpnSecretsOf } from '../gateways/index.ts';

/** A row to insert, without its id. */
type GrantRow = Insertable<Schema['gatewayGrants']>;

/** A statement has at most 65,535 parameters, and a grant has at most twelve. */
const maxRowsPerInsert = 5_000;

/**
 * Inserts grants in place of those deleted in this transaction, and announces both to the gateways (`ended` are the changes of the deleted
 * ones). Inserted grants that are withdrawn are not announced.
 */
export async function replaceGrants(
  trx: DatabaseTransaction,
  ended: readonly GrantChange[],
  rows: readonly GrantRow[],
  now: Date,
): Promise<void> {
  const put: GrantChange[] = [];
  for (let start = 0; start < rows.length; start += maxRowsPerInsert) {
    const added = await trx
      .insertInto('gatewayGrants')
      .values(rows.slice(start, start + maxRowsPerInsert))
      .returning(['gatewayId', 'id as grantId', 'withdrawnAt'])
      .execute();
    for (const { gatewayId, grantId, withdrawnAt } of added)
      if (withdrawnAt === null) put.push({ gatewayId, grantId, kind: 'grant' });
  }
  await announceGrants(trx, [...ended, ...put], now);
}

/** Returns the MAC by which a gateway verifies a user name and its password; the gateways' OpenVPN secrets are derived from `secrets`. */
export function gatewayMac(secrets: Uint8Array, gatewayId: string, username: string, password: string) {
  const pepper = fromBase64url(openvpnSecretsOf(secrets, gatewayId).pepper) ?? new Uint8Array();
  return credentialMac(pepper, username, password);
}
