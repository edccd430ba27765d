import { isIp } from '@comet/foundation';
import { type DatabaseTransaction, isUniqueViolation } from '../../platform/database/database.ts';
import {
  type CommandDeps,
  isId,
  recordOperatorAction,
  readArguments,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { recordQuarantine, consumeQuarantine } from './quarantine.store.ts';
import { assignToWaiting } from './service-lifecycle.ts';

/** Runs `addresses list|add|remove` and returns the outcome as a sentence or a table. */
export async function addressesCommand(
  deps: CommandDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  switch (verb) {
    case 'list':
      return listAddresses(deps, args);
    case 'add':
      return addAddress(deps, args);
    case 'remove':
      return removeAddress(deps, args);
    default:
      throw new Error(
        'Use addresses list, addresses add TYPE COUNTRY ADDRESS --gateway ID or --exit ID, or addresses remove ADDRESS',
      );
  }
}

async function listAddresses({ db }: CommandDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const rows = await db
    .selectFrom('dedicatedIps')
    .select(['type', 'country', 'address', 'state', 'gatewayId', 'exitId'])
    .orderBy('type')
    .orderBy('country')
    .orderBy('address')
    .execute();
  return table(
    ['type', 'country', 'address', 'state', 'through'],
    rows.map(({ type, country, address, state, gatewayId, exitId }) => [
      ...[type, country, address, state],
      ...[gatewayId ?? exitId ?? 'nothing'],
    ]),
  );
}

/**
 * Adds an address to the stock: an address on a gateway's uplink that the operator has configured, or that of an exit's line. A paid order
 * that waits for a matching address gets it at once.
 */
async function addAddress(deps: CommandDeps, args: CommandArguments): Promise<string> {
  const positions = ['TYPE', 'COUNTRY', 'ADDRESS'];
  const { named, options } = readArguments(args, { positions, options: ['gateway', 'exit'] });
  const [type, , address = ''] = named;
  const country = (named[1] ?? '').toLowerCase();
  if (type !== 'dedicated' && type !== 'dedicated_residential')
    throw new Error('The type must be dedicated or dedicated_residential');
  if (!/^[a-z]{2}$/.test(country)) throw new Error(`Not a country code such as nl: ${country}`);
  if (!isIp(address)) throw new Error(`Not an IP address: ${address}`);
  const now = deps.clock.now();
  const adding = deps.db.transaction().execute(async (trx) => {
    const through = await throughOf(trx, { ...options, address });
    const restsUntil = await consumeQuarantine(trx, address, now);
    const added = await trx
      .insertInto('dedicatedIps')
      .values({ type, country, address, addedAt: now, restsUntil, ...through })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw new Error(`${address} is already in stock`);
    await recordOperatorAction(trx, {
      ...deps,
      action: 'add_address',
      details: { type, country, address, ...through },
      now,
    });
    await assignToWaiting(trx, now);
    return restsUntil;
  });
  const restsUntil = await adding.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'dedicated_ips_exit')) throw error;
    throw new Error('This exit already has another IP address: remove that one once it’s unused');
  });
  const since =
    restsUntil === null ? '' : ` from ${restsUntil.toISOString().slice(0, 10)} on, when its rest period ends`;
  return `${address} can be sold in ${country}${since}.`;
}

/** Returns the gateway or exit of an address; a gateway's address must be IPv4, because the gateway translates to IPv4. */
async function throughOf(
  trx: DatabaseTransaction,
  given: { readonly gateway?: string; readonly exit?: string; readonly address: string },
): Promise<{ readonly gatewayId: string } | { readonly exitId: string }> {
  const { gateway, exit, address } = given;
  const id = gateway ?? exit ?? '';
  if (!isId(id) || (gateway !== undefined && exit !== undefined))
    throw new Error('Specify where it’s used: --gateway ID or --exit ID');
  if (gateway === undefined) {
    const found = await trx
      .selectFrom('exits')
      .select('id')
      .where('id', '=', id)
      .where('use', '=', 'dedicated')
      .where('withdrawnAt', 'is', null)
      .executeTakeFirst();
    if (found === undefined) throw new Error(`There is no exit ${id} for a single customer`);
    return { exitId: id };
  }
  if (address.includes(':')) throw new Error('Dedicated IPs on a gateway must be IPv4');
  const found = await trx
    .selectFrom('gateways')
    .select('id')
    .where('id', '=', id)
    .where('retiredAt', 'is', null)
    .executeTakeFirst();
  if (found === undefined) throw new Error(`There is no gateway ${id}`);
  return { gatewayId: id };
}

async function removeAddress(deps: CommandDeps, args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['ADDRESS'], options: [] });
  const [address = ''] = named;
  if (!isIp(address)) throw new Error(`Not an IP address: ${address}`);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('dedicatedIps')
      .where('address', '=', address)
      .where('state', 'in', ['free', 'resting'])
      .returning('restsUntil')
      .executeTakeFirst();
    if (removed === undefined) throw new Error(`${address} isn’t in stock, or a customer has it`);
    if (removed.restsUntil !== null) await recordQuarantine(trx, address, removed.restsUntil);
    await recordOperatorAction(trx, { ...deps, action: 'remove_address', details: { address }, now });
  });
  return `${address} is no longer sold.`;
}
