import { setProxiesHalted } from '../grants/index.ts';
import { recordOperatorAction, readArguments, type CommandArguments } from '../operator-commands/index.ts';
import { stopSpending } from '../residential-data/index.ts';
import { hasAccess } from '../subscription/index.ts';
import { findAccount } from './find-account.ts';
import { banCustomer, unbanCustomer } from './ban.ts';
import type { SupportDeps } from './deps.ts';
import { findCustomers } from './lookup-commands.ts';

/**
 * Runs `customers find TEXT`, `customers ban|unban EMAIL`, and `customers stop-data|allow-data EMAIL`, which stops or allows exits for a customer who abuses them. While
 * stopped, no quota is leased, no proxy grants access and no ticket names an exit. Stopping revokes all sessions; those through an exit
 * cannot be renewed.
 */
export async function customersCommand(
  deps: SupportDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  if (verb === 'find') return findCustomers(deps, args);
  if (verb === 'ban') return banCustomer(deps, args);
  if (verb === 'unban') return unbanCustomer(deps, args);
  if (verb !== 'stop-data' && verb !== 'allow-data')
    throw new Error(
      'Use customers find TEXT, customers ban|unban EMAIL or customers stop-data|allow-data EMAIL',
    );
  const [name = ''] = readArguments(args, { positions: ['EMAIL'], options: [] }).named;
  const halted = verb === 'stop-data';
  return deps.db.transaction().execute(async (trx) => {
    const { id: userId, email } = await findAccount(trx, name);
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const now = deps.clock.now();
    await stopSpending(trx, userId, halted ? now : null);
    const action = halted ? 'stop_data' : 'allow_data';
    await recordOperatorAction(trx, { ...deps, action, userId, details: {}, now });
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
