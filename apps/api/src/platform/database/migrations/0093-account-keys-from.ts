import { type Kysely, sql } from 'kysely';

/**
 * Replicas of the release before neither send revocations of accounts nor issue subjects that they revoke, so these begin in the first week
 * that starts at least a day after the upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update gateway_feed set account_keys_from = floor((extract(epoch from now()) + 86400) / 604800) + 1
    where exists (select 1 from gateways)`.execute(db);
}
