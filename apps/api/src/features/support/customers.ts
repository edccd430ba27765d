import { setProxiesHalted } from '../grants/index.ts';
import { recordAction, readArguments, type CommandArguments, isId } from '../operator/index.ts';
import { stopSpending } from '../residential-data/index.ts';
import { hasAccess } from '../subscription/index.ts';
import type { SupportDeps } from './deps.ts';
import { findCustomers } from './look-up.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/**
 * Runs `customers find TEXT`, and `customers stop-data|allow-data EMAIL`, which stops or allows exits for a customer who abuses them. While
 * stopped, no quota is leased, no proxy grants access and no ticket names an exit. Stopping revokes all sessions; those through an exit
 * cannot be renewed.
 */
export async function customersCommand(
  deps: SupportDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  if (verb === 'find') return findCustomers(deps, args);
  if (verb !== 'stop-data' && verb !== 'allow-data')
    throw new Error('Use customers find TEXT, customers stop-data EMAIL or customers allow-data EMAIL');
  const [name = ''] = readArguments(args, { positions: ['EMAIL'], options: [] }).named;
  const halted = verb === 'stop-data';
  return deps.db.transaction().execute(async (trx) => {
    const { id: userId, email } = await accountNamed(trx, name);
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const now = deps.clock.now();
    await stopSpending(trx, userId, halted ? now : null);
    const action = halted ? 'stop_data' : 'allow_data';
    await recordAction(trx, { ...deps, action, userId, details: {}, now });
    const hasAccessNow = halted || (await hasAccess(trx, userId, now));
    if (hasAccessNow) await setProxiesHalted(trx, { userId, halted, now });
    if (halted) {
      const gateways = await trx.selectFrom('gateways').select('id').where('retiredAt', 'is', null).execute();
      // One gateway at a time: revoking all at once would also withdraw the account's downloaded configurations.
      for (const { id: gatewayId } of gateways) await deps.revoke(trx, { userId, slot: null, gatewayId });
    }
    return halted
      ? `${email} can’t use data, proxies or dedicated IPs until customers allow-data.`
      : `${email} can use data, proxies and dedicated IPs again.`;
  });
}

/** Returns the account with a confirmed address or id. Throws a sentence for the operator. */
export async function accountNamed(
  db: Database | DatabaseTransaction,
  emailOrId: string,
): Promise<{ readonly id: string; readonly email: string }> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('deletedAt', 'is', null)
    .where('verifiedAt', 'is not', null)
    .where(isId(emailOrId) ? 'id' : 'email', '=', emailOrId.trim().toLowerCase())
    .executeTakeFirst();
  if (found === undefined) throw new Error(`No account with a confirmed email: ${emailOrId}`);
  return found;
}
