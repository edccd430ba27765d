import { isIp } from '@comet/foundation';
import { type CommandDeps, noteAction, readWords, table, type Words } from '../operator/index.ts';
import { serveWaiting } from './run-service.ts';

/** `addresses list|add|remove`: what was done, in a sentence or a table. */
export async function addressesCommand(deps: CommandDeps, [verb, ...words]: Words): Promise<string> {
  switch (verb) {
    case 'list':
      return listAddresses(deps, words);
    case 'add':
      return addAddress(deps, words);
    case 'remove':
      return removeAddress(deps, words);
    default:
      throw new Error('Say addresses list, addresses add TYPE COUNTRY ADDRESS, or addresses remove ADDRESS');
  }
}

async function listAddresses({ db }: CommandDeps, words: Words): Promise<string> {
  readWords(words, { positions: [], options: [] });
  const rows = await db
    .selectFrom('dedicatedIps')
    .select(['type', 'country', 'address', 'state'])
    .orderBy('type')
    .orderBy('country')
    .orderBy('address')
    .execute();
  return table(
    ['type', 'country', 'address', 'state'],
    rows.map(({ type, country, address, state }) => [type, country, address, state]),
  );
}

/** Puts an address into stock; whoever has paid and waits for one like it gets it at once. */
async function addAddress(deps: CommandDeps, words: Words): Promise<string> {
  const { named } = readWords(words, { positions: ['TYPE', 'COUNTRY', 'ADDRESS'], options: [] });
  const [type, country = '', address = ''] = named;
  if (type !== 'dedicated' && type !== 'dedicated_residential')
    throw new Error('The type is dedicated or dedicated_residential');
  if (!/^[a-z]{2}$/.test(country)) throw new Error(`Not a country like nl: ${country}`);
  if (!isIp(address)) throw new Error(`Not an IP address: ${address}`);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('dedicatedIps')
      .values({ type, country, address, addedAt: now })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw new Error(`${address} is there already`);
    await noteAction(trx, { ...deps, action: 'add_address', details: { type, country, address }, now });
    await serveWaiting(trx, now);
  });
  return `${address} can be sold in ${country}.`;
}

async function removeAddress(deps: CommandDeps, words: Words): Promise<string> {
  const { named } = readWords(words, { positions: ['ADDRESS'], options: [] });
  const [address = ''] = named;
  if (!isIp(address)) throw new Error(`Not an IP address: ${address}`);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('dedicatedIps')
      .where('address', '=', address)
      .where('state', '=', 'free')
      .returning('id')
      .executeTakeFirst();
    if (removed === undefined) throw new Error(`${address} is not in stock, or somebody has it`);
    await noteAction(trx, { ...deps, action: 'remove_address', details: { address }, now });
  });
  return `${address} is not sold any more.`;
}
