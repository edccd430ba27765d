import { addressesOf, gatewayHost } from '@comet/admission';
import { formatEndpoint } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** A configuration as its owner sees it; `ipv4` and `ipv6` are the tunnel's own addresses. */
export interface ShownConfig {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly gatewayId: string;
  readonly publicKey: string;
  readonly ipv4: string;
  readonly ipv6: string;
  readonly dns: string[];
  readonly endpoint: string;
  readonly serverPublicKey: string;
  readonly inService: boolean;
  readonly createdAt: string;
}

/** The resolver that each gateway runs inside its tunnels. */
const resolver = addressesOf(gatewayHost).ipv4;

/** Returns all configurations of an account, oldest first; with an id, that one, or none where it belongs to another account. */
export async function configsOf(
  db: Database | DatabaseTransaction,
  { userId, id }: { readonly userId: string; readonly id?: string },
): Promise<readonly ShownConfig[]> {
  let query = db
    .selectFrom('wireguardConfigs as config')
    .innerJoin('gatewayGrants as grant', 'grant.id', 'config.grantId')
    .innerJoin('gateways as gateway', 'gateway.id', 'grant.gatewayId')
    .select([
      'config.id',
      'config.name',
      'grant.gatewayId',
      'config.publicKey',
      'grant.host',
      'config.createdAt',
      'gateway.locationCode',
      'gateway.ipv4',
      'gateway.wireguardPort',
      'gateway.wireguardPublicKey',
      'gateway.retiredAt',
    ])
    .where('config.userId', '=', userId)
    .orderBy('config.createdAt')
    .orderBy('config.id');
  if (id !== undefined) query = query.where('config.id', '=', id);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    location: row.locationCode,
    gatewayId: row.gatewayId,
    publicKey: row.publicKey,
    ...addressesOf(row.host ?? 0),
    dns: [resolver],
    endpoint: formatEndpoint({ host: row.ipv4, port: row.wireguardPort }),
    serverPublicKey: row.wireguardPublicKey,
    inService: row.retiredAt === null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Returns the new row's id, without a grant yet; null where its key is in use. */
export async function insertConfig(
  trx: DatabaseTransaction,
  config: {
    readonly userId: string;
    readonly name: string;
    readonly publicKey: string;
    readonly createdAt: Date;
  },
): Promise<string | null> {
  const inserted = await trx
    .insertInto('wireguardConfigs')
    .values(config)
    .onConflict((conflict) => conflict.column('publicKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

export async function bindGrant(trx: DatabaseTransaction, id: string, grantId: string): Promise<void> {
  await trx.updateTable('wireguardConfigs').set({ grantId }).where('id', '=', id).execute();
}

/** Returns false where the account has no such configuration. */
export async function renameConfig(
  db: Database,
  config: { readonly userId: string; readonly id: string; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wireguardConfigs')
    .set({ name: config.name })
    .where('id', '=', config.id)
    .where('userId', '=', config.userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the grant of the configuration; null where the account has no such configuration, or it has no grant. */
export async function deleteConfig(
  trx: DatabaseTransaction,
  config: { readonly userId: string; readonly id: string },
): Promise<string | null> {
  const gone = await trx
    .deleteFrom('wireguardConfigs')
    .where('id', '=', config.id)
    .where('userId', '=', config.userId)
    .returning('grantId')
    .executeTakeFirst();
  return gone?.grantId ?? null;
}
